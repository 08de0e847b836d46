// Made by `make web` from the structs of the server and of the games: not to be edited.

import type { Fact, Form, Ranking } from "../../messages"

export type Message = MindUpView | MindUpMove | MindUpStanding | MindUpEvent
export type MindUpEvent =
  | MindUpTurnedUp
  | MindUpLaysOut
  | MindUpLaidOut
  | MindUpDealt
  | MindUpHand
  | MindUpDrew
  | MindUpDrewCard
  | MindUpOpened
  | MindUpChose
  | MindUpChoseCard
  | MindUpTookBack
  | MindUpTook
  | MindUpLastCard
  | MindUpMet
  | MindUpScored

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
  consequence: Fact | null
}
/**
 * What the pad of Mind Up! draws.
 */
export interface MindUpStanding {
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
  order: number[]
  values: number[]
  goals: string[]
  all_goals: string[]
  of_goals: number
  of_cards: number
  colours: {
    [k: string]: number
  }
  marks: number[]
  laid: (Laid | null)[]
}
/**
 * A collection of the round that is being entered, which may still be unfinished.
 */
export interface Laid {
  values: number[]
  marks: number
  goals: {
    [k: string]: number
  }
  cards: number
  points: number
}
export interface MindUpTurnedUp {
  key: "mind_up.turned_up"
  args: {
    player: number
    card: MindUpCard | MindUpCardUnmarked
  }
}
/**
 * `37 (blue, +1)`
 */
export interface MindUpCard {
  key: "mind_up.card"
  args: {
    number: number
    colour: MindUpColour
    mark: string
  }
}
export interface MindUpColour {
  key: "mind_up.orange" | "mind_up.pink" | "mind_up.blue" | "mind_up.green" | "mind_up.purple"
}
export interface MindUpCardUnmarked {
  key: "mind_up.card_unmarked"
  args: {
    number: number
    colour: MindUpColour
  }
}
/**
 * Somebody shuffles the collection cards.
 */
export interface MindUpLaysOut {
  key: "mind_up.lays_out"
  args: {
    player: number
  }
}
export interface MindUpLaidOut {
  key: "mind_up.laid_out"
  args: {
    player: number
    order: string
  }
}
/**
 * The first hands are complete.
 */
export interface MindUpDealt {
  key: "mind_up.dealt"
  args: {
    count: number
  }
}
/**
 * One's own first hand.
 */
export interface MindUpHand {
  key: "mind_up.hand"
  args: {
    cards: (MindUpCard | MindUpCardUnmarked)[]
  }
}
/**
 * Another's card for a new round.
 */
export interface MindUpDrew {
  key: "mind_up.drew"
  args: {
    player: number
  }
}
/**
 * One's own card for a new round.
 */
export interface MindUpDrewCard {
  key: "mind_up.drew_card"
  args: {
    player: number
    card: MindUpCard | MindUpCardUnmarked
  }
}
export interface MindUpOpened {
  key: "mind_up.opened"
  args: {
    goal: MindUpGoal
  }
}
/**
 * `B1: 2 or 4 blue cards, +2`
 */
export interface MindUpGoal {
  key: "mind_up.goal"
  args: {
    name: string
    text: MindUpGoalText
    worth: string
  }
}
export interface MindUpGoalText {
  key:
    | "mind_up.goal_A1"
    | "mind_up.goal_A2"
    | "mind_up.goal_B1"
    | "mind_up.goal_B2"
    | "mind_up.goal_C1"
    | "mind_up.goal_C2"
    | "mind_up.goal_D1"
    | "mind_up.goal_D2"
    | "mind_up.goal_E1"
    | "mind_up.goal_E2"
    | "mind_up.goal_F1"
    | "mind_up.goal_F2"
    | "mind_up.goal_G1"
    | "mind_up.goal_G2"
}
/**
 * Another has chosen.
 */
export interface MindUpChose {
  key: "mind_up.chose"
  args: {
    player: number
  }
}
/**
 * One has chosen oneself.
 */
export interface MindUpChoseCard {
  key: "mind_up.chose_card"
  args: {
    player: number
    card: MindUpCard | MindUpCardUnmarked
  }
}
export interface MindUpTookBack {
  key: "mind_up.took_back"
  args: {
    player: number
  }
}
export interface MindUpTook {
  key: "mind_up.took"
  args: {
    player: number
    own: MindUpCard | MindUpCardUnmarked
    card: MindUpCard | MindUpCardUnmarked
  }
}
export interface MindUpLastCard {
  key: "mind_up.last_card"
  args: {
    player: number
    card: MindUpCard | MindUpCardUnmarked
  }
}
export interface MindUpMet {
  key: "mind_up.met"
  args: {
    player: number
    goal: MindUpGoal
  }
}
export interface MindUpScored {
  key: "mind_up.scored"
  args: {
    player: number
    round: number
    points: number
    total: number
  }
}
