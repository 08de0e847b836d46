// Made by `make web` from the structs of the server and of the games: not to be edited.

import type { Fact, Form, Ranking } from "../../messages"

export type Message = DobroView | DobroMove | DobroStanding | DobroEvent
export type DobroEvent =
  | DobroDealt
  | DobroHand
  | DobroLeads
  | DobroPlayed
  | DobroDoubled
  | DobroSkipped
  | DobroReversed
  | DobroTook
  | DobroDraws
  | DobroDrew
  | DobroForgot
  | DobroForgotFrom
  | DobroOutOfCards
  | DobroScored
  | DobroScoredForgetful

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
  trick: TrickPlay[]
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
export interface TrickPlay {
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
  consequence: Fact | null
  number: number | null
  good: number | null
  doubles: boolean
  count: number | null
}
/**
 * What the pad of Dobro draws.
 */
export interface DobroStanding {
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
  forgot: (number | null)[]
  attention: boolean
  most: number
  tied: number[]
}
/**
 * The first card of a round is dealt.
 */
export interface DobroDealt {
  key: "dobro.dealt"
  args: {
    round: number
    rounds: number
    cards: number
  }
}
/**
 * All of a hand is dealt; told to its owner.
 */
export interface DobroHand {
  key: "dobro.hand"
  args: {
    cards: (DobroNumber | DobroJoker | DobroSkip | DobroReverse)[]
  }
}
/**
 * A number card.
 */
export interface DobroNumber {
  key: "dobro.number"
  args: {
    number: number
  }
}
export interface DobroJoker {
  key: "dobro.joker"
}
export interface DobroSkip {
  key: "dobro.skip"
}
export interface DobroReverse {
  key: "dobro.reverse"
}
export interface DobroLeads {
  key: "dobro.leads"
  args: {
    player: number
  }
}
export interface DobroPlayed {
  key: "dobro.played"
  args: {
    player: number
    play: DobroNumber | DobroJokerAs | DobroPair | DobroWithJoker | DobroJokersAs
    good: number
  }
}
export interface DobroJokerAs {
  key: "dobro.joker_as"
  args: {
    number: number
  }
}
export interface DobroPair {
  key: "dobro.pair"
  args: {
    number: number
  }
}
/**
 * A number and a Joker.
 */
export interface DobroWithJoker {
  key: "dobro.with_joker"
  args: {
    number: number
  }
}
/**
 * Two Jokers.
 */
export interface DobroJokersAs {
  key: "dobro.jokers_as"
  args: {
    number: number
  }
}
/**
 * An equal play, which doubles the good number (DB-9, DB-10).
 */
export interface DobroDoubled {
  key: "dobro.doubled"
  args: {
    player: number
    play: DobroNumber | DobroJokerAs | DobroPair | DobroWithJoker | DobroJokersAs
    good: number
  }
}
export interface DobroSkipped {
  key: "dobro.skipped"
  args: {
    player: number
    good: DobroGood | DobroNoGood
  }
}
export interface DobroGood {
  key: "dobro.good"
  args: {
    good: number
  }
}
/**
 * There is no good number yet.
 */
export interface DobroNoGood {
  key: "dobro.no_good"
}
export interface DobroReversed {
  key: "dobro.reversed"
  args: {
    player: number
    good: DobroGood | DobroNoGood
  }
}
export interface DobroTook {
  key: "dobro.took"
  args: {
    player: number
    cards: number
  }
}
/**
 * A player is about to draw so many cards.
 */
export interface DobroDraws {
  key: "dobro.draws"
  args: {
    player: number
    cards: number
    left: number
  }
}
/**
 * A card is drawn; told to its owner.
 */
export interface DobroDrew {
  key: "dobro.drew"
  args: {
    player: number
    card: DobroNumber | DobroJoker | DobroSkip | DobroReverse
  }
}
/**
 * A turn ends without drawing.
 */
export interface DobroForgot {
  key: "dobro.forgot"
  args: {
    player: number
  }
}
/**
 * The forgetful card goes to another player.
 */
export interface DobroForgotFrom {
  key: "dobro.forgot_from"
  args: {
    player: number
    other: number
  }
}
export interface DobroOutOfCards {
  key: "dobro.out_of_cards"
  args: {
    player: number
    round: number
  }
}
export interface DobroScored {
  key: "dobro.scored"
  args: {
    player: number
    cards: number
    points: number
    total: number
  }
}
/**
 * With the forgetful card.
 */
export interface DobroScoredForgetful {
  key: "dobro.scored_forgetful"
  args: {
    player: number
    cards: number
    points: number
    total: number
  }
}
