// The device's memory in tests: what a page keeps lies in a map.

/** An empty `localStorage` in place of the browser's, and what it holds. */
export function emptyStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
  Object.assign(globalThis, { localStorage })
  return kept
}
