// What the finished games of this device come to: how often, which places, which scores.

import type { OwnGame } from "../../messages"

export interface ByPlayers {
  players: number
  games: number
  wins: number
  average: number
  best: number
}

export interface Statistics {
  games: number
  wins: number
  /** How many wins there would be if the first place were drawn by lot. */
  byLot: number
  /** From the first place on, how often it was one's own. */
  places: number[]
  /** Of one game: what the scores come to, by the number of players; null where scores of several games meet. */
  scores: { average: number; best: number; lowestWins: boolean; byPlayers: ByPlayers[]; course: number[] } | null
}

const COURSE = 12

export function finished(games: OwnGame[], game: string | null): OwnGame[] {
  return games.filter((each) => each.status === "over" && (each.place ?? null) !== null && (game === null || each.game === game))
}

/** Of the finished games among these (the newest first), of one game or of all. */
export function statistics(games: OwnGame[], game: string | null): Statistics {
  const over = finished(games, game)
  const places = Array.from({ length: Math.max(0, ...over.map(({ place }) => place ?? 0)) }, (_, at) =>
    count(over, ({ place }) => place === at + 1),
  )
  const scored = over.filter(({ score }) => (score ?? null) !== null)
  return {
    games: over.length,
    wins: places[0] ?? 0,
    byLot: over.reduce((sum, { names }) => sum + 1 / Math.max(1, names.length), 0),
    places,
    scores: game === null || scored.length === 0 ? null : scores(scored),
  }
}

function scores(over: OwnGame[]) {
  const lowestWins = over[0]?.lowest_wins ?? false
  const all = over.map(({ score }) => score ?? 0)
  const sizes = [...new Set(over.map(({ names }) => names.length))].toSorted((one, other) => one - other)
  const byPlayers = sizes.map((players) => {
    const same = over.filter(({ names }) => names.length === players)
    const found = same.map(({ score }) => score ?? 0)
    const wins = count(same, ({ place }) => place === 1)
    return { players, games: same.length, wins, average: average(found), best: best(found, lowestWins) }
  })
  const course = all.slice(0, COURSE).toReversed()
  return { average: average(all), best: best(all, lowestWins), lowestWins, byPlayers, course }
}

function count(games: OwnGame[], what: (game: OwnGame) => boolean): number {
  return games.filter(what).length
}

export function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function best(values: number[], lowestWins: boolean): number {
  return lowestWins ? Math.min(...values) : Math.max(...values)
}

/** After each game, the average of it and the few before. */
export function running(values: number[], over = 4): number[] {
  return values.map((_, at) => average(values.slice(Math.max(0, at - over + 1), at + 1)))
}
