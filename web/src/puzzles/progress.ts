// Which puzzles this device has solved, and on how many days in a row.

import { remember, remembered } from "../memory"

/** Solved at the first try, solved later, or tried and not solved. */
export type Result = "first" | "later" | "missed"

interface Progress {
  /** By game and by the puzzle's id, which stays when numbers change. */
  results: Record<string, Record<string, Result>>
  /** By day: was the puzzle of the day solved at the first try? */
  days: Record<string, boolean>
}

const KEY = "puzzles"

export function progress(): Progress {
  return { results: {}, days: {}, ...(JSON.parse(remembered(KEY) ?? "{}") as Partial<Progress>) }
}

/** Notes a try. For the streak only the first one counts; `day` if it is the puzzle of that day. */
export function noteTry(game: string, id: string, right: boolean, day: string | null): void {
  const { results, days } = progress()
  const own = (results[game] ??= {})
  const before = own[id]
  if (before === undefined) own[id] = right ? "first" : "missed"
  else if (right && before === "missed") own[id] = "later"
  if (day !== null) days[day] ??= right && (before === undefined || before === "first")
  remember(KEY, JSON.stringify({ results, days } satisfies Progress))
}

export function solvedOf(game: string, ids: readonly string[]): number {
  const own = progress().results[game] ?? {}
  return ids.filter((id) => own[id] === "first" || own[id] === "later").length
}

/** The number of the first puzzle that was not tried, else of the first that was not solved, else 1. */
export function nextOf(game: string, ids: readonly string[]): number {
  const own = progress().results[game] ?? {}
  for (const wanted of [undefined, "missed"]) {
    const at = ids.findIndex((id) => own[id] === wanted)
    if (at >= 0) return at + 1
  }
  return 1
}

/** The day before, or so many days after; days are in UTC. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000 * days).toISOString().slice(0, 10)
}

/** Days in a row up to today, or up to yesterday while today's puzzle is not tried yet. */
export function streak(days: Progress["days"], today: string): number {
  let day = today in days ? today : dayAfter(today, -1)
  let count = 0
  for (; days[day]; day = dayAfter(day, -1)) count += 1
  return count
}

export function bestStreak(days: Progress["days"]): number {
  return Math.max(0, ...Object.keys(days).map((day) => (days[day] ? streak(days, day) : 0)))
}
