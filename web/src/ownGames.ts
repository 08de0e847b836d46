// The games that this device knows: those in which it has a seat, and the results of those that are over. The server
// forgets finished games after a while; the device keeps them. What is stored may be anything: what is no game is left out.

import { remember, remembered } from "./memory"
import type { News, OwnGame } from "./messages"

const KEY = "games"
/** The time of the newest game whose seat was given up. */
const GIVEN_UP = "given_up"
/** So many are kept; of the others the oldest finished ones go first. As many can be taken to another device. */
export const MOST_GAMES = 400
/** Seats of so many finished games are kept for a rematch: more cookies would not fit into a request's header. */
export const MOST_SEATS = 60
/** The server answers for so many tables at once. */
const MOST_ASKED = 20
/** The largest list of games that the server takes along, in bytes. */
const MOST_LUGGAGE = 120_000

/** The newest first. */
export function keptGames(): OwnGame[] {
  try {
    const found: unknown = JSON.parse(remembered(KEY) ?? "[]")
    return Array.isArray(found) ? inOrder(found.filter(isGame)) : []
  } catch {
    return []
  }
}

export function keepGames(games: OwnGame[]): void {
  remember(KEY, games.length ? JSON.stringify(games) : null)
}

function isGame(value: unknown): value is OwnGame {
  if (typeof value !== "object" || value === null) return false
  const game = value as Partial<Record<keyof OwnGame, unknown>>
  return (
    typeof game.table === "string" &&
    /^[2-9a-z]{8}$/.test(game.table) &&
    typeof game.game === "string" &&
    /^\w{1,64}$/.test(game.game) &&
    isWhole(game.seat) &&
    isWhole(game.at) &&
    ["waiting", "playing", "over"].includes(game.status as string) &&
    Array.isArray(game.names) &&
    game.names.every((name) => typeof name === "string") &&
    (game.due === undefined || (Array.isArray(game.due) && game.due.every(isWhole))) &&
    [game.place, game.score].every((value) => value === undefined || value === null || Number.isInteger(value)) &&
    (game.open === undefined || isWhole(game.open))
  )
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0
}

function inOrder(games: OwnGame[]): OwnGame[] {
  return games.toSorted((one, other) => other.at - one.at)
}

/** What a table's news say of it; null for who has no seat there, and for a table that was closed. */
export function gameOf(news: News): OwnGame | null {
  const { table, view, seat } = news
  if (seat === null || table.status === "closed") return null
  return {
    table: table.id,
    seat,
    game: table.game,
    names: table.seats.map(({ who, name }) => (who === "person" ? name : "")),
    open: table.seats.filter(({ who }) => who === "open").length,
    status: table.status,
    at: news.now,
    due: view?.over ? [] : (view?.actors ?? []),
    lowest_wins: table.lowest_wins,
    place: view?.places?.[seat] ?? null,
    score: view?.scores?.[seat] ?? null,
  }
}

/** Does a game say nothing new but whose turn it is? That is asked anew whenever the list is shown. */
export function isSame(known: OwnGame, game: OwnGame): boolean {
  const { seat, status, open, names } = known
  return (
    status === "over" ||
    (seat === game.seat && status === game.status && open === game.open && String(names) === String(game.names))
  )
}

/** The games with others, which may say more of the same tables. A result stays as it was noted first. */
export function merged(known: OwnGame[], more: OwnGame[]): OwnGame[] {
  const byTable = new Map(known.map((game) => [game.table, game]))
  for (const game of more) {
    const old = byTable.get(game.table)
    if (old?.status !== "over" && (game.status === "over" || old === undefined || old.at <= game.at))
      byTable.set(game.table, game)
  }
  const all = inOrder([...byTable.values()])
  const running = all.filter(({ status }) => status !== "over")
  return inOrder([...running, ...all.filter(({ status }) => status === "over")].slice(0, MOST_GAMES))
}

/** The games without those at which one has no seat any more. Results stay. */
export function without(known: OwnGame[], gone: readonly string[]): OwnGame[] {
  return known.filter(({ table, status }) => status === "over" || !gone.includes(table))
}

/** The tables about which the server is asked: games that go on. */
export function asked(known: OwnGame[]): string[] {
  return known.flatMap(({ table, status }) => (status === "over" ? [] : [table])).slice(0, MOST_ASKED)
}

/** Finished games so old that their seats are given up, without those where it was done already. */
export function outdated(known: OwnGame[]): OwnGame[] {
  const done = Number(remembered(GIVEN_UP) ?? 0)
  return known.filter(({ status }) => status === "over").slice(MOST_SEATS).filter(({ at }) => at > done)
}

/** Notes that the seats of outdated games were given up. */
export function givenUp(games: OwnGame[]): void {
  remember(GIVEN_UP, String(Math.max(...games.map(({ at }) => at))))
}

/** What fits into a move to another device: the games that go on, then the newest. */
export function luggage(known: OwnGame[]): OwnGame[] {
  const sorted = known.toSorted((one, other) => Number(one.status === "over") - Number(other.status === "over"))
  let left = MOST_LUGGAGE
  return sorted.filter((game) => (left -= new TextEncoder().encode(JSON.stringify(game)).length + 1) >= 0)
}

/** Whose turn it is, from one's own point of view. */
export function isMyTurn(game: OwnGame): boolean {
  return game.status === "playing" && (game.due ?? []).includes(game.seat)
}

/** In the lobby: one's own turn first, then what goes on, then what is over. */
export function inLobby(known: OwnGame[]): OwnGame[] {
  const rank = (game: OwnGame) => (isMyTurn(game) ? 0 : game.status === "over" ? 2 : 1)
  return known.toSorted((one, other) => rank(one) - rank(other) || other.at - one.at)
}
