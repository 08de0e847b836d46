// Score sheets that this browser keeps: the latest ones, each with its taps.

import { KeptList } from "../keptList"
import type { Standing } from "../messages"
import { checkedSheet } from "./link"
import type { ScoreSheet } from "./sheet"

/** The last answer of the server: for how much of the sheet it holds. */
export interface Counted {
  standing: Standing
  written: number
}

/** Characters that one sheet may take; of more, the oldest taps are forgotten. */
const LARGEST = 300_000

export const SHEETS = new KeptList("score", "scores")

export function keptSheet(id: string): { sheet: ScoreSheet; counted: Counted | null } | null {
  const found = SHEETS.find(id) as { sheet?: unknown; counted?: Counted | null } | null
  const sheet = checkedSheet(found?.sheet)
  return sheet === null ? null : { sheet: { ...sheet, id }, counted: found?.counted ?? null }
}

export function keepSheet(sheet: ScoreSheet, counted: Counted | null, now = Date.now()): void {
  let text = JSON.stringify({ sheet, counted })
  for (let left = sheet.taps.length >> 1; text.length > LARGEST && left > 0; left >>= 1)
    text = JSON.stringify({ sheet: { ...sheet, taps: sheet.taps.slice(-left) }, counted })
  const { id, game, names } = sheet
  SHEETS.keep({ id, game, names, at: now, over: counted?.standing.over ?? false }, text)
}
