// Things of one kind that this browser keeps, the latest first, each with a line in a list: score sheets, real tables.

import { remember, remembered } from "./memory"

/** What the list says of one. */
export interface KeptEntry {
  id: string
  game: string
  names: string[]
  /** When it was last changed, in milliseconds since 1970. */
  at: number
  over: boolean
}

export const MOST_KEPT = 12

export class KeptList {
  readonly #one: string
  readonly #list: string

  /** Each is remembered under `one` and its id, the list under `list`. */
  constructor(one: string, list: string) {
    this.#one = one
    this.#list = list
  }

  entries(): KeptEntry[] {
    const found = parsed(remembered(this.#list))
    return Array.isArray(found) ? found.filter(isEntry) : []
  }

  /** What was kept, as it was written: somebody may have changed it. */
  find(id: string): unknown {
    return parsed(remembered(`${this.#one}.${id}`))
  }

  /** Keeps one, and forgets the oldest if there are too many. */
  keep(entry: KeptEntry, text: string): void {
    remember(`${this.#one}.${entry.id}`, text)
    const all = [entry, ...this.#others(entry.id)]
    for (const old of all.splice(MOST_KEPT)) remember(`${this.#one}.${old.id}`, null)
    remember(this.#list, JSON.stringify(all))
  }

  forget(id: string): void {
    remember(`${this.#one}.${id}`, null)
    remember(this.#list, JSON.stringify(this.#others(id)))
  }

  #others(id: string): KeptEntry[] {
    return this.entries().filter((other) => other.id !== id)
  }
}

export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join("")
}

function isEntry(found: unknown): found is KeptEntry {
  const { id, game, names, at } = (found ?? {}) as Partial<KeptEntry>
  return typeof id === "string" && typeof game === "string" && Array.isArray(names) && typeof at === "number"
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
