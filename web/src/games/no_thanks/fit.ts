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
  return line <= lines
}
