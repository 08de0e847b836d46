// A score sheet of a real table: who plays, what is written, what is being entered, and every tap before it.

/** What a form is filled in with, by field. */
export type Values = Record<string, number | string | (number | string)[]>

export interface ScoreSheet {
  id: string
  game: string
  /** By seat; "" for a player without a name. */
  names: string[]
  options: Record<string, string>
  /** What was written, by the button: each time one entry or several. */
  written: Values[][]
  /** What is being entered. */
  draft: Values[]
  /** The sheet before each tap: so many times it had been written on, and what was being entered. */
  taps: { written: number; draft: Values[] }[]
}

/** Taps that can be taken back; of a longer evening, the latest. */
export const MOST_TAPS = 3000

export function blank(id: string, game: string, names: string[], options: Record<string, string>): ScoreSheet {
  return { id, game, names, options, written: [], draft: [], taps: [] }
}

/** The sheet after a tap that changed what is being entered; `held`: by the same tap that goes on. */
export function tapped(sheet: ScoreSheet, draft: Values[], held = false): ScoreSheet {
  return { ...sheet, draft, taps: held ? sheet.taps : noted(sheet) }
}

/** The sheet after the button: what was entered is written. */
export function written(sheet: ScoreSheet, draft: Values[] = sheet.draft): ScoreSheet {
  return { ...sheet, written: [...sheet.written, draft], draft: [], taps: noted(sheet) }
}

/** The sheet before the last tap. */
export function undone(sheet: ScoreSheet): ScoreSheet {
  const last = sheet.taps.at(-1)
  if (last === undefined) return sheet
  return { ...sheet, written: sheet.written.slice(0, last.written), draft: last.draft, taps: sheet.taps.slice(0, -1) }
}

function noted({ written, draft, taps }: ScoreSheet): ScoreSheet["taps"] {
  return [...taps, { written: written.length, draft }].slice(-MOST_TAPS)
}

/** What the draft says of a player, where each has an entry. */
export function entryOf(draft: readonly Values[], seat: number): Values | undefined {
  return draft.find((values) => values.seat === seat)
}

/** The draft with another entry for a player. */
export function withEntry(draft: readonly Values[], values: Values): Values[] {
  const at = draft.findIndex((other) => other.seat === values.seat)
  return at < 0 ? [...draft, values] : draft.with(at, values)
}

/** The player whose entry is not the same in two drafts; null if there is none, or several. */
export function changedSeat(before: readonly Values[], after: readonly Values[]): number | null {
  const seats = new Set([...before, ...after].flatMap(({ seat }) => (typeof seat === "number" ? [seat] : [])))
  const changed = [...seats].filter((seat) => JSON.stringify(entryOf(before, seat)) !== JSON.stringify(entryOf(after, seat)))
  return changed.length === 1 ? changed[0]! : null
}

/** The numbers of a field, [] while it is empty. */
export function numbersIn(values: Values | undefined, field: string): number[] {
  const found = values?.[field]
  return Array.isArray(found) ? found.filter((each) => typeof each === "number") : []
}

export function wordsIn(values: Values | undefined, field: string): string[] {
  const found = values?.[field]
  return Array.isArray(found) ? found.filter((each) => typeof each === "string") : []
}

export function numberIn(values: Values | undefined, field: string): number | null {
  const found = values?.[field]
  return typeof found === "number" ? found : null
}
