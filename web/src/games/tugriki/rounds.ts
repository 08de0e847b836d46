// The end of a round of Tugriki, found between two views of the table.

import type { TugrikiView } from "./messages"

export interface RoundEnd {
  round: number
  /** By seat: tugriks won or lost with the last card, before the next round is paid for. */
  gains: number[]
  tugriks: number[]
  /** Who took the bank; null where it stays (TG-32). */
  winner: number | null
}

export function roundEnd(before: TugrikiView, after: TugrikiView): RoundEnd | null {
  const laid = before.rows.some((row) => Object.keys(row.places).length > 0)
  const cleared = after.rows.every((row) => Object.keys(row.places).length === 0)
  if (after.over || !laid || !(cleared && after.round === before.round + 1)) return null
  const winner = before.turn !== null && before.cards[before.turn] === 1 ? before.turn : null
  const gains = before.tugriks.map((_, seat) => (seat === winner ? before.bank : 0))
  return { round: before.round, gains, tugriks: after.tugriks, winner }
}
