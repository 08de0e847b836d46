// The course of the scores, as lines in a box: for the page and for the picture.

import type { CoursePoint, Standing } from "../messages"

/** What a chart shows; the page of a result and the score pad have it alike. */
export interface ScoreCourse {
  /** From the beginning to the end; scores by seat. */
  points: CoursePoint[]
  lowestWins: boolean
  /** By seat, from 1. */
  places: number[]
  /** The seat of the reader, who has a colour of their own; null where nobody does. */
  own: number | null
  /** By seat, as the labels say them. */
  names: string[]
  /** What the points count: "round 1". */
  point: (n: number) => string
}

export interface Line {
  seat: number
  points: [number, number][]
  /** Where its label stands, pushed apart from the others. */
  label: number
}

export interface Chart {
  /** By seat. */
  lines: Line[]
  /** Values with a grid line: four at most. */
  grid: { value: number; y: number }[]
  /** Points that are named below the axis. */
  ticks: { at: number; x: number }[]
}

/** As many lines stand in one picture; more seats get a small one each. */
export const TOGETHER = 4
const NAMED_EACH = 6
const STEPS = [1, 2, 3, 5]

/** Has anything happened that is worth a line? */
export function worthDrawing({ points }: Pick<ScoreCourse, "points">): boolean {
  return points.length > 1
}

/** Up is better: the axis is turned over where the lowest wins. `gap` is how far apart labels stand. */
export function chartOf(course: Pick<ScoreCourse, "points" | "lowestWins" | "places">, width: number, height: number, gap: number): Chart {
  const { points, lowestWins, places } = course
  const all = points.flatMap(({ scores }) => scores)
  const low = Math.min(...all)
  const high = Math.max(...all, low + 1)
  const y = (value: number) => {
    const share = (value - low) / (high - low)
    return (lowestWins ? share : 1 - share) * height
  }
  const end = points.at(-1)!.at
  const x = (at: number) => (at / Math.max(1, end)) * width
  const lines = (points[0]?.scores ?? []).map((_, seat) => {
    const drawn = points.map(({ at, scores }): [number, number] => [x(at), y(scores[seat] ?? 0)])
    return { seat, points: drawn, label: drawn.at(-1)![1] }
  })
  spread(lines, places, gap, height)
  return { lines, grid: gridOf(low, high).map((value) => ({ value, y: y(value) })), ticks: ticksOf(points).map((at) => ({ at, x: x(at) })) }
}

/** The round values between the least and the most, at the smallest step that gives four at most. */
function gridOf(least: number, most: number): number[] {
  for (let power = 1; ; power *= 10)
    for (const step of STEPS.map((n) => n * power)) {
      const first = Math.ceil(least / step)
      const count = Math.floor(most / step) - first + 1
      if (count <= 4) return Array.from({ length: count }, (_, n) => (first + n) * step)
    }
}

/** Every point where there are few, else the first, one in the middle and the last. */
function ticksOf(points: CoursePoint[]): number[] {
  const named = points.slice(1).map(({ at }) => at)
  if (named.length <= NAMED_EACH) return named
  return [named[0]!, named[Math.ceil(named.length / 2) - 1]!, named.at(-1)!]
}

/** Pushes labels apart, in the order of their ends and, where these are equal, of the places. */
function spread(lines: Line[], places: number[], gap: number, height: number): void {
  const sorted = lines.toSorted((one, other) => one.label - other.label || (places[one.seat] ?? 0) - (places[other.seat] ?? 0))
  const apart = () =>
    sorted.forEach((line, at) => {
      const above = sorted[at - 1]
      if (above) line.label = Math.max(line.label, above.label + gap)
    })
  apart()
  const over = Math.max(0, (sorted.at(-1)?.label ?? 0) - Math.max(height, gap * (sorted.length - 1)))
  for (const line of sorted) line.label -= over
  const [first] = sorted
  if (first) first.label = Math.max(0, first.label)
  apart()
}

/** The seats in the order of their places. */
export function byPlace(places: readonly number[]): number[] {
  return places.map((_, seat) => seat).sort((one, other) => places[one]! - places[other]! || one - other)
}

/** The totals of a score sheet after each round, from those before the first. */
export function pointsOf({ totals, rounds }: Pick<Standing, "totals" | "rounds">): CoursePoint[] {
  let scores = totals.map((total) => total ?? 0)
  const points = [{ at: rounds.length, scores }]
  for (const [back, round] of rounds.toReversed().entries()) {
    scores = scores.map((total, seat) => total - (round[seat] ?? 0))
    points.unshift({ at: rounds.length - 1 - back, scores })
  }
  return points
}

/** The seats whose lines stand out: the reader's, else those in the first place. */
export function marked({ own, places }: Pick<ScoreCourse, "own" | "places">): number[] {
  return own === null ? places.flatMap((place, seat) => (place === 1 ? [seat] : [])) : [own]
}
