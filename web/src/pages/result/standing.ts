// Who came first, second, ... and in which order the result names them.

import type { View } from "../../messages"

/** In this game the fewest points win. */
const LOWEST_WINS = new Set(["no_thanks"])

export interface Standing {
  seat: number
  place: number
}

/** Seats from the first to the last. Winners share the first place; others stand by their scores. */
export function standings(view: View): Standing[] {
  const scores = view.scores ?? []
  const winners = view.winners ?? []
  const worth = (seat: number): number => (LOWEST_WINS.has(view.game) ? -1 : 1) * (scores[seat] ?? 0)
  const better = (one: number, other: number): boolean =>
    winners.includes(one) !== winners.includes(other) ? winners.includes(one) : worth(one) > worth(other)
  const seats = scores.map((_, seat) => seat)
  return seats
    .map((seat) => ({ seat, place: 1 + seats.filter((other) => better(other, seat)).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat)
}

/** The rule that says how equal scores are told apart. */
export const TIE_RULES: Record<string, string> = { dobro: "DB-27", no_thanks: "NT-9", mind_up: "MU-16", tugriki: "TG-31" }
