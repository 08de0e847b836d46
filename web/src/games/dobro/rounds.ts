import type { DobroView } from "../../messages"

/** What a round brought, by seat. */
export interface RoundEnd {
  round: number
  points: number[]
  /** Cards taken; null where that was not seen to the end. */
  piles: number[] | null
  forgetful: number | null
}

/** Did a round end between two views of a table? Only the one before the last play still knows the piles. */
export function roundEnd(before: DobroView, after: DobroView): RoundEnd | null {
  if (after.round <= before.round) return null
  const near = after.round === before.round + 1 && before.turn !== null && (before.hand_sizes[before.turn] ?? 0) <= 2
  return {
    round: after.round - 1,
    points: after.last_points,
    piles: near ? before.pile_sizes : null,
    forgetful: near ? before.forgetful : null,
  }
}
