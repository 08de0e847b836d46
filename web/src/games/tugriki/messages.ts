// Made by `make web` from the structs of the server and of the games: not to be edited.

import type { Fact, Form, Ranking } from "../../messages"

export type Message = TugrikiView | TugrikiMove | TugrikiStanding | TugrikiEvent
export type TugrikiEvent =
  | TugrikiRoundStarts
  | TugrikiHand
  | TugrikiDrew
  | TugrikiDrewCard
  | TugrikiLaid
  | TugrikiLaidOver
  | TugrikiLaidWild
  | TugrikiFinished
  | TugrikiBinds
  | TugrikiFree
  | TugrikiNamed
  | TugrikiClockwise
  | TugrikiAnticlockwise
  | TugrikiAgain
  | TugrikiRobbed
  | TugrikiFined
  | TugrikiMissed
  | TugrikiPassed
  | TugrikiExchanged
  | TugrikiGot
  | TugrikiGave
  | TugrikiPaid
  | TugrikiSaidNothing
  | TugrikiChallenged
  | TugrikiShown
  | TugrikiGuilty
  | TugrikiInnocent
  | TugrikiCalled
  | TugrikiWonRound
  | TugrikiStalemate
  | TugrikiStalled
  | TugrikiSplit
  | TugrikiKnockoutStalled
  | TugrikiKnockoutLong
  | TugrikiAsked
  | TugrikiLent
  | TugrikiRefused
  | TugrikiOut
  | TugrikiRepaid
  | TugrikiScored

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
  consequence: Fact | null
  tugriks: number | null
  other: number | null
}
/**
 * What the pad of Tugriki draws. The totals are those before the event that is being entered.
 */
export interface TugrikiStanding {
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
  started: boolean
  bank: number
  tugriks: number
  robbery: number
  playing: number[]
  broke: number[]
  loans: Loan[]
  ledger: LedgerLine[]
  effect: Fact | null
}
/**
 * Something that moved tugriks.
 */
export interface LedgerLine {
  what: Fact
  seat: number | null
  amount: number
}
export interface TugrikiRoundStarts {
  key: "tugriki.round_starts"
  args: {
    round: number
    player: number
    cards: number
    bank: number
  }
}
/**
 * All of a hand is dealt; told to its owner.
 */
export interface TugrikiHand {
  key: "tugriki.hand"
  args: {
    cards: (TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice)[]
  }
}
export interface TugrikiColouredCard {
  key:
    | "tugriki.card_red"
    | "tugriki.card_yellow"
    | "tugriki.card_green"
    | "tugriki.card_purple"
    | "tugriki.card_blue"
    | "tugriki.card_orange"
  args: {
    rank: string
  }
}
export interface TugrikiGenie {
  key: "tugriki.genie"
}
export interface TugrikiRowChoice {
  key: "tugriki.row"
}
/**
 * Another draws a card.
 */
export interface TugrikiDrew {
  key: "tugriki.drew"
  args: {
    player: number
    left: number
  }
}
/**
 * One draws a card oneself.
 */
export interface TugrikiDrewCard {
  key: "tugriki.drew_card"
  args: {
    player: number
    card: TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice
  }
}
export interface TugrikiLaid {
  key: "tugriki.laid"
  args: {
    player: number
    card: TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice
  }
}
/**
 * Over the wild card in its place.
 */
export interface TugrikiLaidOver {
  key: "tugriki.laid_over"
  args: {
    player: number
    card: TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice
  }
}
export interface TugrikiLaidWild {
  key: "tugriki.laid_wild"
  args: {
    player: number
    card: TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice
    place: TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice
  }
}
export interface TugrikiFinished {
  key: "tugriki.finished"
  args: {
    colour: TugrikiColour
  }
}
export interface TugrikiColour {
  key: "tugriki.red" | "tugriki.yellow" | "tugriki.green" | "tugriki.purple" | "tugriki.blue" | "tugriki.orange"
}
/**
 * A row must be finished first.
 */
export interface TugrikiBinds {
  key: "tugriki.binds"
  args: {
    colour: TugrikiColour
  }
}
/**
 * Nothing binds any more.
 */
export interface TugrikiFree {
  key: "tugriki.free"
}
export interface TugrikiNamed {
  key: "tugriki.named"
  args: {
    player: number
    colour: TugrikiColour
  }
}
/**
 * The direction of play is now clockwise.
 */
export interface TugrikiClockwise {
  key: "tugriki.clockwise"
}
/**
 * The direction of play is now anticlockwise.
 */
export interface TugrikiAnticlockwise {
  key: "tugriki.anticlockwise"
}
/**
 * A player moves again.
 */
export interface TugrikiAgain {
  key: "tugriki.again"
  args: {
    player: number
  }
}
/**
 * Tugriks come from the bank.
 */
export interface TugrikiRobbed {
  key: "tugriki.robbed"
  args: {
    player: number
    tugriks: number
  }
}
export interface TugrikiFined {
  key: "tugriki.fined"
  args: {
    player: number
    tugriks: number
  }
}
/**
 * A turn is missed.
 */
export interface TugrikiMissed {
  key: "tugriki.missed"
  args: {
    player: number
  }
}
/**
 * A player cannot lay, and the deck is empty: the turn passes for a tugrik.
 */
export interface TugrikiPassed {
  key: "tugriki.passed"
  args: {
    player: number
  }
}
/**
 * Everybody has drawn a card from the next player's hand.
 */
export interface TugrikiExchanged {
  key: "tugriki.exchanged"
}
/**
 * One's own card of an exchange.
 */
export interface TugrikiGot {
  key: "tugriki.got"
  args: {
    player: number
    other: number
    card: TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice
  }
}
/**
 * The card that an exchange took from one.
 */
export interface TugrikiGave {
  key: "tugriki.gave"
  args: {
    player: number
    other: number
    card: TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice
  }
}
export interface TugrikiPaid {
  key: "tugriki.paid"
  args: {
    player: number
    tugriks: number
  }
}
/**
 * A player lays nothing and does not pay.
 */
export interface TugrikiSaidNothing {
  key: "tugriki.said_nothing"
  args: {
    player: number
  }
}
export interface TugrikiChallenged {
  key: "tugriki.challenged"
  args: {
    player: number
    other: number
  }
}
/**
 * The challenged hand; told to the challenger.
 */
export interface TugrikiShown {
  key: "tugriki.shown"
  args: {
    player: number
    other: number
    cards: (TugrikiColouredCard | TugrikiGenie | TugrikiRowChoice)[]
  }
}
/**
 * The challenged player pays.
 */
export interface TugrikiGuilty {
  key: "tugriki.guilty"
  args: {
    player: number
    tugriks: number
  }
}
/**
 * The challenger pays.
 */
export interface TugrikiInnocent {
  key: "tugriki.innocent"
  args: {
    player: number
    tugriks: number
  }
}
export interface TugrikiCalled {
  key: "tugriki.called"
  args: {
    player: number
    other: number
    tugriks: number
  }
}
export interface TugrikiWonRound {
  key: "tugriki.won_round"
  args: {
    player: number
    tugriks: number
  }
}
/**
 * Only wild cards are left: nobody wins the round.
 */
export interface TugrikiStalemate {
  key: "tugriki.stalemate"
  args: {
    tugriks: number
  }
}
export interface TugrikiStalled {
  key: "tugriki.stalled"
  args: {
    rounds: number
  }
}
/**
 * Everybody gets as much of the bank.
 */
export interface TugrikiSplit {
  key: "tugriki.split"
  args: {
    tugriks: number
  }
}
/**
 * A knockout is over, as several rounds in a row had no winner.
 */
export interface TugrikiKnockoutStalled {
  key: "tugriki.knockout_stalled"
}
/**
 * A knockout is over, as it has had its last round.
 */
export interface TugrikiKnockoutLong {
  key: "tugriki.knockout_long"
}
/**
 * Will the player lend to the other?
 */
export interface TugrikiAsked {
  key: "tugriki.asked"
  args: {
    player: number
    other: number
  }
}
export interface TugrikiLent {
  key: "tugriki.lent"
  args: {
    player: number
    other: number
    tugriks: number
  }
}
export interface TugrikiRefused {
  key: "tugriki.refused"
  args: {
    player: number
    other: number
  }
}
export interface TugrikiOut {
  key: "tugriki.out"
  args: {
    player: number
  }
}
/**
 * Loans are paid back as far as possible.
 */
export interface TugrikiRepaid {
  key: "tugriki.repaid"
}
export interface TugrikiScored {
  key: "tugriki.scored"
  args: {
    player: number
    tugriks: number
  }
}
