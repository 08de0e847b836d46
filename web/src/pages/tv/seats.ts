/** Seats side by side on the shared screen: in one row as long as there is room, then in two. */
export function columns(players: number): number {
  return players > 6 ? Math.ceil(players / 2) : players
}
