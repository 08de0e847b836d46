// A real table that this device follows: who plays, from whose seat, and every line that was entered.

export interface RealTable {
  id: string
  game: string
  /** By seat, clockwise; "" for a player without a name. */
  names: string[]
  /** One's own. */
  seat: number
  options: Record<string, string>
  entries: string[]
  /** Cards that were tapped, of an entry that is not complete. */
  draft: string[]
}

export function blank(id: string, game: string, names: string[], seat: number, options: Record<string, string>): RealTable {
  return { id, game, names, seat, options, entries: [], draft: [] }
}

export function entered(table: RealTable, line: string): RealTable {
  return { ...table, entries: [...table.entries, line], draft: [] }
}

/** The table before the last tap: a card of the unfinished entry, else the last line. */
export function undone(table: RealTable): RealTable {
  if (table.draft.length) return { ...table, draft: table.draft.slice(0, -1) }
  return { ...table, entries: table.entries.slice(0, -1) }
}

export function untouched(table: RealTable): boolean {
  return table.entries.length === 0 && table.draft.length === 0
}

/** What was found in the browser's memory, if it is a table. */
export function checkedTable(found: unknown): RealTable | null {
  const { id, game, names, seat, options, entries, draft } = (found ?? {}) as Partial<Record<keyof RealTable, unknown>>
  if (typeof id !== "string" || typeof game !== "string" || !/^\w+$/.test(game) || typeof seat !== "number") return null
  if (!texts(names) || !texts(entries) || !texts(draft) || !(seat >= 0 && seat < names.length)) return null
  if (typeof options !== "object" || options === null || !texts(Object.values(options))) return null
  return { id, game, names, seat, options: options as Record<string, string>, entries, draft }
}

function texts(found: unknown): found is string[] {
  return Array.isArray(found) && found.every((each) => typeof each === "string")
}
