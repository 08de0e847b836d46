import type { DobroEvent, DobroView } from "./messages"

/** What a round brought, by seat. */
export interface RoundEnd {
  round: number
  points: number[]
  /** Cards taken; null where nobody told. */
  piles: number[] | null
  forgetful: number | null
}

/** Did a round end between two views of a table? The piles are gone by then: what was told of them last is right. */
export function roundEnd(before: DobroView, after: DobroView, events: DobroEvent[]): RoundEnd | null {
  if (after.round <= before.round) return null
  const told = events
    .filter((event) => event.key === "dobro.scored" || event.key === "dobro.scored_forgetful")
    .slice(-after.players)
  const forgetful = told.findIndex(({ key }) => key === "dobro.scored_forgetful")
  return {
    round: after.round - 1,
    points: after.last_points,
    piles: told.length ? told.map(({ args }) => args.cards) : null,
    forgetful: forgetful < 0 ? null : forgetful,
  }
}
