// Real tables that this browser keeps: the latest ones, each with its lines.

import { remember, remembered } from "../memory"
import { checkedTable, type RealTable } from "./table"

/** What the list of tables says of one. */
export interface KeptTable {
  id: string
  game: string
  names: string[]
  /** When it was last changed, in milliseconds since 1970. */
  at: number
  over: boolean
}

export const MOST_TABLES = 12

export function keptTables(): KeptTable[] {
  const found = parsed(remembered("advisors"))
  return Array.isArray(found) ? found.filter(isKept) : []
}

export function keptTable(id: string): RealTable | null {
  return checkedTable(parsed(remembered(`advisor.${id}`)))
}

/** Keeps a table, and forgets the oldest if there are too many. */
export function keepTable(table: RealTable, over = false, now = Date.now()): void {
  const { id, game, names } = table
  remember(`advisor.${id}`, JSON.stringify(table))
  const all = [{ id, game, names, at: now, over }, ...keptTables().filter((other) => other.id !== id)]
  for (const old of all.splice(MOST_TABLES)) remember(`advisor.${old.id}`, null)
  remember("advisors", JSON.stringify(all))
}

export function forgetTable(id: string): void {
  remember(`advisor.${id}`, null)
  remember("advisors", JSON.stringify(keptTables().filter((other) => other.id !== id)))
}

function isKept(found: unknown): found is KeptTable {
  const { id, game, names, at } = (found ?? {}) as Partial<KeptTable>
  return typeof id === "string" && typeof game === "string" && Array.isArray(names) && typeof at === "number"
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
