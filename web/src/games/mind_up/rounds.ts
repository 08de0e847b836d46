// The end of a round of Mind Up!, found between two views of the table.

import type { MindUpView } from "./messages"

export interface RoundEnd {
  round: number
  points: number[]
  totals: number[]
}

export function roundEnd(before: MindUpView, after: MindUpView): RoundEnd | null {
  if (after.round !== before.round + 1) return null
  const points = after.points.map((rounds) => rounds[before.round - 1] ?? 0)
  return { round: before.round, points, totals: after.totals }
}
