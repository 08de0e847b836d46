// The graph of somebody's chances: where its line goes, and what is marked below it.

import type { Review, ReviewDecision } from "../messages"

export interface Marked {
  at: number
  verdict: "mistake" | "great"
}

/** By step, the chances of a seat. */
export function chancesOf(review: Review, seat: number): number[] {
  return review.chances.map((seats) => seats[seat] ?? 0)
}

/** The steps of a seat's mistakes and great moves, each once. */
export function marksOf(review: Review, seat: number): Marked[] {
  const found = new Map<number, Marked>()
  for (const { step, seat: decided, verdict } of review.decisions)
    if (decided === seat && verdict !== "fine") found.set(step, { at: step, verdict })
  return [...found.values()]
}

/** The mark before or after a step; null where there is none. */
export function nextMark(marks: Marked[], at: number, by: 1 | -1): number | null {
  const found = by > 0 ? marks.find((mark) => mark.at > at) : marks.findLast((mark) => mark.at < at)
  return found?.at ?? null
}

const QUARTERS = 4

/** The top of the scale: a round value above all chances, and well above the even share. */
export function topOf(chances: number[], share: number): number {
  const highest = Math.max(...chances, share + 0.2)
  return Math.min(1, Math.ceil(QUARTERS * highest) / QUARTERS)
}

export interface Plot {
  line: [number, number][]
  /** Up to the step that is shown. */
  at: [number, number]
  share: number
  top: number
}

export function plotOf(chances: number[], at: number, share: number, width: number, height: number): Plot {
  const top = topOf(chances, share)
  const last = Math.max(1, chances.length - 1)
  const y = (chance: number) => height * (1 - chance / top)
  const line = chances.map((chance, step): [number, number] => [(width * step) / last, y(chance)])
  return { line, at: line[Math.min(at, line.length - 1)] ?? [0, height], share: y(share), top }
}

/** What the seats decided that brought a step: first the seat through whose eyes one looks. */
export function judgedAt(review: Review, step: number, seat: number | null): ReviewDecision[] {
  const found = review.decisions.filter((decision) => decision.step === step)
  return found.toSorted((one, other) => Number(other.seat === seat) - Number(one.seat === seat))
}

/** The mistakes of a seat, to try again. */
export function mistakesOf(review: Review, seat: number): ReviewDecision[] {
  return review.decisions.filter((each) => each.seat === seat && each.verdict === "mistake" && each.offer !== null)
}

/** The decisions of a seat that mattered most, in the order of the game. */
export function matteredOf(review: Review, seat: number, most = 3): ReviewDecision[] {
  const marked = review.decisions.filter((each) => each.seat === seat && each.verdict !== "fine")
  const heaviest = marked.toSorted((one, other) => other.difference - one.difference).slice(0, most)
  return heaviest.toSorted((one, other) => one.step - other.step)
}
