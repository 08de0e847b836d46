// Lines and moves in one list. The server gives lines no place among the moves, so that is known only of those that came
// while the page was open.

import type { ChatLine, Fact } from "../messages"

export interface HeardLine extends ChatLine {
  /** How many facts had been told when it came; missing for lines from before. */
  after?: number
}

export interface Shown {
  key: string
  line?: HeardLine
  fact?: Fact
}

/** So many of the moves between two lines are shown, the latest. */
const BETWEEN = 2

export function conversation(lines: readonly HeardLine[], facts: readonly Fact[]): Shown[] {
  const shown: Shown[] = []
  let told: number | undefined
  const catchUp = (until: number) => {
    if (told === undefined) return
    const from = Math.max(told, until - BETWEEN)
    facts.slice(from, until).forEach((fact, at) => shown.push({ key: `f${from + at}`, fact }))
  }
  for (const line of lines) {
    if (line.after !== undefined) {
      catchUp(line.after)
      told = line.after
    }
    shown.push({ key: `l${line.number}`, line })
  }
  catchUp(facts.length)
  return shown
}

/** Lines from the server, each with its place if that was known. */
export function placed(lines: readonly ChatLine[], known: readonly HeardLine[]): HeardLine[] {
  return lines.map((line) => known.find(({ number, at }) => number === line.number && at === line.at) ?? line)
}
