// What the last choice brought: who played which card, and took which card of the row (MU-9).

import type { Card, MindUpView } from "./messages"

export interface Taking {
  seat: number
  own: Card
  taken: Card
}

export function sameRow(one: MindUpView, other: MindUpView): boolean {
  return one.row.length === other.row.length && one.row.every((card, at) => card.number === other.row[at]?.number)
}

/** The turn between two views, from left to right; null where there was none, or more than one. */
export function takings(before: MindUpView, after: MindUpView): Taking[] | null {
  if (before.phase !== "choose" || before.row.length !== after.row.length || sameRow(before, after)) return null
  const found: Taking[] = []
  for (const [at, taken] of before.row.entries()) {
    const seat = owner(after, taken.number)
    const own = after.row[at]
    if (seat === null || own === undefined || found.some((other) => other.seat === seat)) return null
    found.push({ seat, own, taken })
  }
  return found
}

/** Who has a card that everyone has seen: in the collection, or in hand when the round is over (MU-15). */
function owner(view: MindUpView, number: number): number | null {
  for (let seat = 0; seat < view.players; seat++) {
    const lies = view.collections[seat]?.some((pile) => pile.some((card) => card.number === number))
    if (lies || view.known[seat]?.includes(number)) return seat
  }
  return null
}
