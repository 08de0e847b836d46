// Made by `make web` from the structs of the server and of the games: not to be edited.

import type { Ranking } from "../../messages"

export type Message = DobroView | DobroMove

export interface DobroView {
  game: "dobro"
  seat: number | null
  players: number
  actors: number[]
  over: boolean
  scores: number[] | null
  winners: number[] | null
  places: number[] | null
  ranking: Ranking | null
  phase: string
  turn: number | null
  round: number
  rounds: number
  direction: number | null
  good: number | null
  fits: Fits | null
  trick: Played[]
  hand: string[] | null
  hand_sizes: number[]
  hand_limit: number
  deck: number
  pile_sizes: number[]
  piles: string[][] | null
  forgetful: number | null
  points: number[]
  last_points: number[]
  attention: boolean
  pair_doubling: string
}
/**
 * What fits the good number (DB-8, DB-9, DB-10).
 */
export interface Fits {
  above: number | null
  doubles: number | null
  doubled: number | null
  pair: number | null
}
/**
 * One play of the trick.
 */
export interface Played {
  cards: string[]
  number: number | null
}
/**
 * Kinds: `play`, `skip`, `reverse`, `take`, `draw`, `end`.
 */
export interface DobroMove {
  kind: string
  cards: string[]
  target: string | null
  number: number | null
  good: number | null
  doubles: boolean
  count: number | null
}
