// The course of the totals, as lines in a box: for the page and for the picture.

import type { Standing } from "../messages"

export interface Line {
  seat: number
  /** After each round, from the beginning. */
  points: [number, number][]
  /** Where its label stands, pushed apart from the others. */
  label: number
}

export interface Course {
  lines: Line[]
  /** Values with a grid line. */
  grid: { value: number; y: number }[]
}

/** Totals by round, from those before the first to those now. */
export function totalsByRound({ totals, rounds }: Pick<Standing, "totals" | "rounds">): number[][] {
  const now = totals.map((total) => total ?? 0)
  const before = rounds.toReversed().reduce<number[][]>(
    (all, round) => [all[0]!.map((total, seat) => total - (round[seat] ?? 0)), ...all],
    [now],
  )
  return before
}

/** Up is better: the axis is turned over where the lowest wins. */
export function course(standing: Standing, width: number, height: number, gap: number): Course {
  const totals = totalsByRound(standing)
  const all = totals.flat()
  const step = stepOf(Math.max(...all) - Math.min(...all))
  const low = Math.floor(Math.min(...all) / step) * step
  const high = Math.max(Math.ceil(Math.max(...all) / step) * step, low + step)
  const y = (value: number) => {
    const share = (value - low) / (high - low)
    return (standing.lowest_wins ? share : 1 - share) * height
  }
  const x = (round: number) => (round / (totals.length - 1)) * width
  const lines = standing.totals.map((_, seat) => {
    const points = totals.map((row, round): [number, number] => [x(round), y(row[seat] ?? 0)])
    return { seat, points, label: points.at(-1)![1] }
  })
  spread(lines, gap)
  const grid = []
  for (let value = low; value <= high; value += step) grid.push({ value, y: y(value) })
  return { lines, grid }
}

/** At most four grid lines. */
function stepOf(range: number): number {
  let step = 1
  for (let n = 0; range / step > 3; n++) step *= n % 3 === 1 ? 2.5 : 2
  return step
}

/** Pushes labels apart, in their order from top to bottom. */
function spread(lines: Line[], gap: number): void {
  const sorted = lines.toSorted((one, other) => one.label - other.label)
  sorted.forEach((line, at) => {
    const above = sorted[at - 1]
    if (above && line.label < above.label + gap) line.label = above.label + gap
  })
  const last = sorted.at(-1)
  const lowest = Math.max(...lines.map((line) => line.points.at(-1)![1]))
  if (last === undefined) return
  const over = Math.max(0, last.label - Math.max(lowest, gap * (sorted.length - 1)))
  for (const line of sorted) line.label -= over
  sorted.forEach((line, at) => {
    const above = sorted[at - 1]
    if (above && line.label < above.label + gap) line.label = above.label + gap
  })
}
