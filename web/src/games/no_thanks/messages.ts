// Made by `make web` from the structs of the server and of the games: not to be edited.

import type { Fact, Form, Ranking } from "../../messages"

export type Message = NoThanksView | NoThanksMove | NoThanksStanding | NoThanksEvent
export type NoThanksEvent = NoThanksStarts | NoThanksTurnedUp | NoThanksPassed | NoThanksTook | NoThanksScored

export interface NoThanksView {
  game: "no_thanks"
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
  card: number | null
  pot: number
  left: number
  chips: (number | null)[]
  taken: number[][]
  points: number[]
  removed: number[] | null
}
/**
 * Kinds: `pass`, `take`. There is no hand: the card is the one on offer.
 */
export interface NoThanksMove {
  kind: string
  cards: string[]
  target: string | null
  consequence: Fact | null
  chips: number
}
/**
 * What the pad of No Thanks! draws.
 */
export interface NoThanksStanding {
  names: string[]
  totals: (number | null)[]
  lowest_wins: boolean
  places: number[]
  rounds: number[][]
  drafted: number
  round_no: number
  of_rounds: number
  check: Fact | null
  complete: boolean
  problem: Fact | null
  notes: Fact[]
  over: boolean
  winners: number[]
  ranking: Ranking | null
  form: Form | null
  text: string[]
  cards: number[]
  counting: number[][]
  of_cards: number
  of_chips: number
}
export interface NoThanksStarts {
  key: "no_thanks.starts"
  args: {
    player: number
  }
}
export interface NoThanksTurnedUp {
  key: "no_thanks.turned_up"
  args: {
    player: number
    card: number
    left: number
  }
}
export interface NoThanksPassed {
  key: "no_thanks.passed"
  args: {
    player: number
    card: number
    pot: number
  }
}
export interface NoThanksTook {
  key: "no_thanks.took"
  args: {
    player: number
    card: number
    pot: number
  }
}
export interface NoThanksScored {
  key: "no_thanks.scored"
  args: {
    player: number
    points: number
  }
}
