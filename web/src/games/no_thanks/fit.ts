// How many runs of cards fit into a seat.

import { written } from "./runs"

/** About how wide a character and a run's own edges are, in pixels, for text of 12 px. */
const CHARACTER = 7.4
const EDGES = 14
const MORE = 30

/** The runs that fit into so many lines of so many pixels, in their order; the others are only counted. */
export function fitting(runs: number[][], width: number, lines: number): { shown: number[][]; more: number } {
  const widths = runs.map((run) => written(run).length * CHARACTER + EDGES)
  for (let shown = runs.length; shown > 0; shown -= 1) {
    if (fits([...widths.slice(0, shown), ...(shown < runs.length ? [MORE] : [])], width, lines)) {
      return { shown: runs.slice(0, shown), more: runs.length - shown }
    }
  }
  return { shown: [], more: runs.length }
}

function fits(widths: number[], width: number, lines: number): boolean {
  let [line, used] = [1, 0]
  for (const each of widths) {
    if (used > 0 && used + each > width) [line, used] = [line + 1, 0]
    used += each
  }
  return line <= lines && widths.every((each) => each <= width)
}

/** How wide a follower in a run is, beside the lowest card, and what lies between things. */
const FOLLOWER = 0.73
const BETWEEN = 8
const LINES = 5
const HEIGHT = 1.4
/** The largest card: of the height that there is, and in pixels. */
const MOST = 0.44
const LARGEST = 84

/** The width of the own cards so that all of them lie in a row of this size: large in one line, else in several. */
export function cardWidth(runs: number[][], width: number, height: number): number {
  for (let lines = 1; ; lines += 1) {
    const high = (height - (lines - 1) * BETWEEN) / lines / HEIGHT
    const card = Math.min(LARGEST, MOST * height, high)
    const widths = runs.map((run) => card + (run.length - 1) * (card * FOLLOWER + 2) + BETWEEN)
    if (lines === LINES || fits(widths, width + BETWEEN, lines)) return Math.floor(card)
  }
}
