// Score sheets that this browser keeps: the latest ones, each with its taps.

import { remember, remembered } from "../memory"
import type { Standing } from "../messages"
import { checkedSheet } from "./link"
import type { ScoreSheet } from "./sheet"

/** The last answer of the server: for how much of the sheet it holds. */
export interface Counted {
  standing: Standing
  written: number
}

/** What the list of sheets says of one. */
export interface KeptSheet {
  id: string
  game: string
  names: string[]
  /** When it was last changed, in milliseconds since 1970. */
  at: number
  over: boolean
}

export const MOST_SHEETS = 12
/** Characters that one sheet may take; of more, the oldest taps are forgotten. */
const LARGEST = 300_000

export function keptSheets(): KeptSheet[] {
  const found = parsed(remembered("scores"))
  return Array.isArray(found) ? found.filter(isKept) : []
}

export function keptSheet(id: string): { sheet: ScoreSheet; counted: Counted | null } | null {
  const found = parsed(remembered(`score.${id}`)) as { sheet?: unknown; counted?: Counted | null } | null
  const sheet = checkedSheet(found?.sheet)
  return sheet === null ? null : { sheet: { ...sheet, id }, counted: found?.counted ?? null }
}

/** Keeps a sheet, and forgets the oldest if there are too many. */
export function keepSheet(sheet: ScoreSheet, counted: Counted | null, now = Date.now()): void {
  let text = JSON.stringify({ sheet, counted })
  for (let left = sheet.taps.length >> 1; text.length > LARGEST && left > 0; left >>= 1)
    text = JSON.stringify({ sheet: { ...sheet, taps: sheet.taps.slice(-left) }, counted })
  remember(`score.${sheet.id}`, text)
  const { id, game, names } = sheet
  const all = [{ id, game, names, at: now, over: counted?.standing.over ?? false }, ...keptSheets().filter((other) => other.id !== id)]
  for (const old of all.splice(MOST_SHEETS)) remember(`score.${old.id}`, null)
  remember("scores", JSON.stringify(all))
}

export function forgetSheet(id: string): void {
  remember(`score.${id}`, null)
  remember("scores", JSON.stringify(keptSheets().filter((other) => other.id !== id)))
}

export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join("")
}

function isKept(found: unknown): found is KeptSheet {
  const { id, game, names, at } = (found ?? {}) as Partial<KeptSheet>
  return typeof id === "string" && typeof game === "string" && Array.isArray(names) && typeof at === "number"
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
