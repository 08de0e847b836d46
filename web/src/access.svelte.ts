// Whether the server keeps this browser out: then the page asks for the password, or says that one needs a link.

interface Locked {
  by: "password_needed" | "by_invitation" | null
}

export const locked: Locked = $state({ by: null })
