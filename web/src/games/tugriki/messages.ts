// Made by `make web` from the structs of the server and of the games: not to be edited.

import type { Ranking } from "../../messages"

export type Message = TugrikiView | TugrikiMove

export interface TugrikiView {
  game: "tugriki"
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
  rounds: number | null
  challenges: boolean
  attention: boolean
  turn: number | null
  clockwise: boolean
  miss: boolean
  tugriks: number[]
  bank: number
  loans: Loan[]
  out: number[]
  deck: number
  cards: number[]
  hand: string[] | null
  drawn: string | null
  rows: Row[]
  bound: string | null
  named: number
  pledge: boolean
  challengeable: number | null
  callable: number | null
  borrower: number | null
  actions: {
    [k: string]: string
  }
  wilds: string
  stalled: number
}
export interface Loan {
  lender: number
  borrower: number
  tugriks: number
}
export interface Row {
  colour: string
  places: {
    [k: string]: string[]
  }
  finished: boolean
}
/**
 * Kinds: `lay` (the target is the place, named by the card that belongs there), `name` (the target is the colour),
 * `draw`, `pay`, `silent`, `challenge`, `call`, `lend`, `refuse`.
 */
export interface TugrikiMove {
  kind: string
  cards: string[]
  target: string | null
  tugriks: number | null
  other: number | null
}
