// What is the matter with a seat: one thing at a time, in this order: not connected, a bot plays, idle, to move,
// choosing or chosen. Who comes next is not among it: that depends on the move, and on cards that nobody else sees.

import type { Seat, TableInfo, View, Wait } from "../messages"
import { isGone } from "./notice"

export type SeatState = "gone" | "subst" | "idle" | "think" | "choose" | "done" | ""

export interface Situation {
  table: Pick<TableInfo, "simultaneous">
  view: Pick<View, "actors" | "over">
  seat: Seat
  number: number
  /** Everybody waits for this seat, connected as it is: since when, by the server's clock. */
  idleSince?: number | null | undefined
}

export function seatState({ table, view, seat, number, idleSince }: Situation): SeatState {
  const acts = view.actors.includes(number) && !view.over
  if (isGone(seat)) return "gone"
  if (seat.away) return "subst"
  if (acts && idleSince != null) return "idle"
  if (acts) return view.actors.length > 1 ? "choose" : "think"
  return table.simultaneous && view.actors.length > 0 && !view.over ? "done" : ""
}

/** Since when a seat has been idle: it can be nudged, or was. `now` is by the server's clock. */
export function idleSince(wait: Wait | null | undefined, now: number): number | null {
  return wait && (wait.nudged_at !== null || now >= wait.nudge_at) ? wait.since : null
}

/** Does the seat have the marigold foot: does the game wait for it alone? */
export function isLit({ view, number }: Pick<Situation, "view" | "number">): boolean {
  return !view.over && view.actors.length === 1 && view.actors[0] === number
}
