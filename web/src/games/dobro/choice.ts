// Which cards of the hand are chosen, and what they can become. The moves on offer know the rules.

import { plays, type Move } from "./moves"

/** Places in the hand, the first one chosen first. */
export type Choice = number[]

/** By card of the hand: the move that plays it alone, legal or not. */
export type Attempts = Record<string, string>

/** The choice after a card was tapped. `send` is a move to make at once: one that will be refused, and the refusal explains why. */
export interface Tapped {
  choice: Choice
  send: string | null
}

/** By place in the hand: is there a play with this card? */
export function playable(hand: string[], moves: Move[]): boolean[] {
  const cards = new Set(moves.flatMap(({ info }) => info.cards))
  return hand.map((card) => cards.has(card))
}

/** The plays of exactly the chosen cards: none, one, or one for each number that Jokers can be named. */
export function fitting(hand: string[], moves: Move[], choice: Choice): Move[] {
  const chosen = cardsOf(hand, choice).sort().join()
  return plays(moves).filter(({ info }) => [...info.cards].sort().join() === chosen)
}

/** A tapped card leaves the choice, joins it, replaces a part of it, or starts a new one. */
export function tap(hand: string[], moves: Move[], attempts: Attempts, choice: Choice, place: number): Tapped {
  if (choice.includes(place)) {
    const rest = choice.filter((each) => each !== place)
    return { choice: fitting(hand, moves, rest).length ? rest : [], send: null }
  }
  for (const kept of [choice, choice.slice(0, 1), choice.slice(1), []]) {
    const grown = [...kept, place]
    if (within(hand, moves, grown).length) return { choice: completed(hand, moves, grown), send: null }
  }
  return { choice: [], send: attempts[hand[place]!] ?? null }
}

/** A card that can only be played in a pair brings its partner along, where it is clear which. */
function completed(hand: string[], moves: Move[], choice: Choice): Choice {
  if (choice.length !== 1 || fitting(hand, moves, choice).length) return choice
  const card = hand[choice[0]!]!
  const partners = new Set(within(hand, moves, choice).map((each) => partner(each.info.cards, card)))
  const wanted = partners.has(card) ? card : partners.size === 1 ? [...partners][0] : undefined
  const place = hand.findIndex((each, index) => each === wanted && index !== choice[0])
  return place < 0 ? choice : [...choice, place]
}

function partner(pair: string[], card: string): string {
  return pair[pair[0] === card ? 1 : 0]!
}

/** The plays that use all chosen cards, and perhaps more. */
function within(hand: string[], moves: Move[], choice: Choice): Move[] {
  return plays(moves).filter((each) => {
    const left = [...each.info.cards]
    return cardsOf(hand, choice).every((card) => {
      const index = left.indexOf(card)
      if (index >= 0) left.splice(index, 1)
      return index >= 0
    })
  })
}

function cardsOf(hand: string[], choice: Choice): string[] {
  return choice.map((place) => hand[place]!)
}
