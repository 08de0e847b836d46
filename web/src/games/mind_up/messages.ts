// Made by `make web` from the structs of the server and of the games: not to be edited.

import type { Ranking } from "../../messages"

export type Message = MindUpView | MindUpMove

export interface MindUpView {
  game: "mind_up"
  seat: number | null
  players: number
  actors: number[]
  over: boolean
  scores: number[] | null
  winners: number[] | null
  places: number[] | null
  ranking: Ranking | null
  phase: string
  round: number
  rounds: number
  row: Card[]
  order: number[]
  layer: number | null
  hand: Card[] | null
  choice: number | null
  chosen: number[]
  held: number[]
  known: number[][]
  collections: Card[][][]
  points: number[][]
  totals: number[]
  bonuses: number[]
  stack: number
  goals: Goal[]
  meeting: number[][]
  discarded: Goal[]
}
/**
 * A number card as it looks.
 */
export interface Card {
  number: number
  colour: string
  mark: number
}
export interface Goal {
  name: string
  worth: number
}
/**
 * Kinds: `choose`, `take_back`. Cards are named by their numbers.
 */
export interface MindUpMove {
  kind: string
  cards: string[]
  target: string | null
}
