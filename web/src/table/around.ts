// Who sits round the table, as one seat sees it, and how much room that needs.

/** The other seats from the next one on; all of them for a spectator. */
export function around(players: number, seat: number | null): number[] {
  const first = seat === null ? 0 : seat + 1
  return Array.from({ length: seat === null ? players : players - 1 }, (_, at) => (first + at) % players)
}

/** The class of the table for so many seats in sight: see look/frame.css. */
export function crowd(seats: number): string {
  return `n${seats > 6 ? 7 : seats > 4 ? 6 : Math.max(seats, 1)}`
}
