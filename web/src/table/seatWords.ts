// The state of a seat in words, and its sign.

import type { Seat } from "../messages"
import { tell } from "../text"
import { countdown } from "./clock"
import type { SeatState } from "./seatState"

export const SIGNS: Partial<Record<SeatState, string>> = { gone: "netoff", subst: "bot", idle: "bell", done: "check" }

/** How long until a bot plays, or since when everybody waits; "" in any other state. `now` is by the server's clock. */
export function seatTime(state: SeatState, seat: Seat, idleSince: number | null, now: () => number): string {
  if (state === "gone" && seat.bot_at !== null) return countdown(seat.bot_at - now())
  return state === "idle" && idleSince !== null ? countdown(now() - idleSince) : ""
}

/** With less room the words are shorter: wide, about 110 px, about 84 px. */
export function seatWords(state: SeatState, time: string): [string, string, string] {
  const timed = { time }
  switch (state) {
    case "gone":
      return time
        ? [tell("web.seat_bot_in", timed), tell("web.seat_bot_in_short", timed), time]
        : [tell("web.seat_gone"), tell("web.seat_gone"), tell("web.seat_gone_short")]
    case "subst":
      return [tell("web.seat_bot"), tell("web.seat_bot"), tell("web.seat_bot_short")]
    case "idle":
      return [tell("web.seat_idle", timed), tell("web.seat_idle", timed), time]
    case "think":
      return [tell("web.seat_moves"), tell("web.seat_moves"), tell("web.seat_moves")]
    case "choose":
      return [tell("web.seat_chooses"), tell("web.seat_chooses"), tell("web.seat_chooses_short")]
    case "done":
      return [tell("web.seat_done"), tell("web.seat_done"), tell("web.seat_done")]
    case "":
      return ["", "", ""]
  }
}
