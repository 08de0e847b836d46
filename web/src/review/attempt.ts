// Another try at a decision that was a mistake: what the chosen move is worth, by the review.

import type { ReviewDecision } from "../messages"

export type Outcome =
  | { kind: "right"; equal: boolean }
  | { kind: "wrong"; loss: number; played: boolean }

/** What comes of a move; null: to do nothing. */
export function tried(decision: ReviewDecision, move: string | null): Outcome {
  const found = decision.moves.find((each) => each.move === move)
  const best = decision.best?.move ?? null
  if (move === best) return { kind: "right", equal: false }
  const played = move === (decision.played?.move ?? null)
  if (found?.equal && !played) return { kind: "right", equal: true }
  return { kind: "wrong", loss: played ? decision.difference : (found?.loss ?? 0), played }
}
