// What this browser remembers between visits. A browser may forbid it: then it remembers nothing.

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`koloda.${key}`)
  } catch {
    return null
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`koloda.${key}`)
    else localStorage.setItem(`koloda.${key}`, value)
  } catch {
    return
  }
}

/** What says nothing about the person: it stays when the device is forgotten. */
const NOBODYS = ["koloda.language", "koloda.theme"]

/** Forgets everything but how the pages look and in which language they speak. */
export function forgetAll(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "")
    for (const key of keys) if (key.startsWith("koloda.") && !NOBODYS.includes(key)) localStorage.removeItem(key)
  } catch {
    return
  }
}
