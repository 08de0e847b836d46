import type { Fact } from "../../messages"
import type { DobroView } from "./messages"
import { count } from "./moves"

/** What a round brought, by seat. */
export interface RoundEnd {
  round: number
  points: number[]
  /** Cards taken; null where nobody told. */
  piles: number[] | null
  forgetful: number | null
}

const SCORED = ["dobro.scored", "dobro.scored_forgetful"]

/** Did a round end between two views of a table? The piles are gone by then: what was told of them last is right. */
export function roundEnd(before: DobroView, after: DobroView, facts: Fact[]): RoundEnd | null {
  if (after.round <= before.round) return null
  const told = facts.filter(({ key }) => SCORED.includes(key)).slice(-after.players)
  const forgetful = told.findIndex(({ key }) => key === "dobro.scored_forgetful")
  return {
    round: after.round - 1,
    points: after.last_points,
    piles: told.length ? told.map((fact) => count(fact, "cards")) : null,
    forgetful: forgetful < 0 ? null : forgetful,
  }
}
