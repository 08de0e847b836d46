// Whom the others wait for, for how long, and what can be done about it now. The server says from when on.

import type { News, Wait } from "../messages"
import { idleSince as sinceWhen } from "./seatState"

type Told = Pick<News, "waits" | "seat"> & { table: Pick<News["table"], "seats" | "host"> }

/** By seat: since when everybody waits for it, once that is too long. */
export function idleSince({ waits }: Pick<News, "waits">, now: number): (number | null)[] {
  return waits.map((wait) => sinceWhen(wait, now))
}

/** The seats for which everybody waits too long though they are connected, whoever is waited for longest first. */
export function silent(news: Told, now: number): number[] {
  const since = idleSince(news, now)
  const seats = since.flatMap((at, seat) => (at !== null && seat !== news.seat && news.table.seats[seat]?.here ? [seat] : []))
  return seats.toSorted((one, other) => (since[one] ?? 0) - (since[other] ?? 0))
}

export function canNudge(wait: Wait, now: number): boolean {
  return now >= wait.nudge_at
}

export function canVote(wait: Wait, now: number): boolean {
  return now >= wait.vote_at
}

/** How many votes are still missing. The host's is enough by itself. */
export function votesMissing(wait: Wait, { seat, table }: Told, now: number): number {
  if (seat !== null && seat === table.host && !wait.votes.includes(seat)) return 1
  return Math.max(1, (now >= wait.alone_at ? 1 : wait.needed) - wait.votes.length)
}

/** Whom one can vote on now; null if nobody, or if one waits for nobody oneself. */
export function votedOn(news: Told, now: number): { seat: number; wait: Wait } | null {
  if (news.seat === null || news.table.seats[news.seat]?.away) return null
  const found = news.waits.flatMap((wait, seat) =>
    wait !== null && seat !== news.seat && canVote(wait, now) ? [{ seat, wait }] : [],
  )
  return found.toSorted((one, other) => one.wait.since - other.wait.since)[0] ?? null
}
