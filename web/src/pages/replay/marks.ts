// What stands out on the way through a game.

import type { ReplayStep } from "../../messages"

export interface Mark {
  at: number
  /** By the seat through whose eyes one looks. */
  own: boolean
}

const MOST = 36

/** Steps at which more happened than a move, the richest if there are too many; the first and the last aside. */
export function marks(steps: ReplayStep[], seat: number | null): Mark[] {
  return steps
    .map((step, at) => ({ at, told: step.facts.length, own: step.seat !== null && step.seat === seat }))
    .slice(1, -1)
    .filter((step) => step.told > 1)
    .sort((one, other) => other.told - one.told || one.at - other.at)
    .slice(0, MOST)
    .sort((one, other) => one.at - other.at)
}
