// Pass-and-play: who takes the phone next.

import type { TableInfo, View } from "../messages"

/**
 * The next person, by their number on this device; null while nobody here has to decide. The one after whoever decided
 * last comes first, so that all are asked in turn where they choose at once.
 */
export function nextPerson(actors: number[], seats: number[], table: TableInfo, last: number | null): number | null {
  const order = seats.map((_, at) => (at + (last ?? -1) + 1) % seats.length)
  return order.find((person) => decides(actors, seats[person], table)) ?? null
}

/** Has the person in a seat to decide? Not where a bot plays for them. */
export function decides(actors: number[], seat: number | undefined, table: TableInfo): boolean {
  return seat !== undefined && actors.includes(seat) && table.seats[seat]?.away === false
}

/** The people of this device who could want the phone out of turn: to act during another's turn, or to take over again. */
export function others(view: View, seats: number[], table: TableInfo, next: number): number[] {
  return seats.flatMap((seat, person) =>
    person !== next && !view.over && (table.bystanders || table.seats[seat]?.away) ? [person] : [],
  )
}
