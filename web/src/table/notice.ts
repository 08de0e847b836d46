// What the slot under the table says instead of the last line of the log: one thing at a time, the gravest first.

import type { Fact, Seat } from "../messages"

export interface Notice {
  /** "" stands for the last line of the log. */
  text: Fact | null
  icon: string
  tone: "bad" | "warned" | ""
  button: "connect" | "take_over" | "undo" | "nudge" | null
}

export interface Known {
  /** So many seconds until the next attempt to connect; null while there is a connection. */
  reconnect: number | null
  seats: Seat[]
  /** By seat. */
  names: string[]
  /** The reader's. */
  seat: number | null
  playing: boolean
  /** Can the last move be taken back? */
  undo: boolean
  /** Who reminds the reader that everybody waits. */
  nudgedBy?: number | null
  /** Who does not decide though connected, and whether they can be nudged, or just were. */
  silent?: { seat: number; nudge: "can" | "sent" | "no" } | null
}

/** So many people are named, the others counted. */
const NAMED = 3
const LONGEST_NAME = 12

/** A name between other words keeps its own direction, and leaves room for them. */
function inASentence(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  const short = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : name
  return `\u2068${short}\u2069`
}

export function notice({ reconnect, seats, names, seat, playing, undo, nudgedBy = null, silent = null }: Known): Notice | null {
  if (reconnect !== null) {
    const text = reconnect > 0 ? { key: "web.lost", args: { seconds: reconnect } } : { key: "web.lost_now" }
    return { text, icon: "netoff", tone: "bad", button: "connect" }
  }
  if (!playing) return null
  if (seat !== null && seats[seat]?.away) {
    return { text: { key: "web.bot_plays_you" }, icon: "bot", tone: "warned", button: "take_over" }
  }
  if (nudgedBy !== null) {
    return { text: { key: "web_table.nudged_you", args: { player: inASentence(names[nudgedBy] ?? "") } }, icon: "bell", tone: "warned", button: null }
  }
  if (undo) return { text: null, icon: "log", tone: "", button: "undo" }
  if (silent !== null) {
    const key = silent.nudge === "sent" ? "web_table.idle_nudged" : "web_table.idle"
    const button = silent.nudge === "can" && seat !== null ? "nudge" : null
    return { text: { key, args: { player: inASentence(names[silent.seat] ?? "") } }, icon: "bell", tone: "warned", button }
  }
  const gone = seats.flatMap((each, at) => (isGone(each) && at !== seat ? [at] : []))
  if (gone.length === 0) return null
  const more = gone.length - NAMED
  const players = [
    ...gone.slice(0, NAMED).map((at) => inASentence(names[at] ?? "")),
    ...(more > 0 ? [{ key: "web.and_more", args: { n: more } }] : []),
  ]
  const key = gone.some((at) => seats[at]?.bot_at !== null) ? "web.absent_bot" : "web.absent_wait"
  return { text: { key, args: { players, n: gone.length } }, icon: "netoff", tone: "warned", button: null }
}

/** Is somebody's connection gone, and no bot in the seat yet? */
export function isGone(seat: Seat): boolean {
  return seat.who === "person" && !seat.here && !seat.away
}
