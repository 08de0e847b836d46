// Gives a link away: by the device's own sheet, else by the clipboard.

/** "copied" when it is in the clipboard, "shared" when the device took it or one thought better of it. */
export async function share(url: string, title: string): Promise<"shared" | "copied" | "failed"> {
  if (navigator.share !== undefined) {
    try {
      await navigator.share({ url, title })
      return "shared"
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared"
    }
  }
  return (await copy(url)) ? "copied" : "failed"
}

/** Into the clipboard; also at a table in the home network, where browsers keep `navigator.clipboard` to themselves. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement("textarea")
    field.value = text
    const place = document.querySelector("dialog[open]") ?? document.body
    place.append(field)
    field.select()
    const done = document.execCommand("copy")
    field.remove()
    return done
  }
}
