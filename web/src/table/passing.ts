// Pass-and-play: who takes the phone next.

import type { TableInfo, View } from "../messages"

/**
 * The next person, by their number on this device; null while nobody here has to decide. Where all choose at once they
 * are asked in turn: whoever has only hidden their cards again, else the one after whoever decided last, comes first.
 */
export function nextPerson(
  actors: number[],
  seats: number[],
  table: TableInfo,
  last: { person: number; decided: boolean } | null,
): number | null {
  const first = last === null ? 0 : last.person + (last.decided ? 1 : 0)
  const order = seats.map((_, at) => (at + first) % seats.length)
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
