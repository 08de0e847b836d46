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
