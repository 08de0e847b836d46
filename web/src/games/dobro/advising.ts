// What is tapped on the keys of the advisor: one or two cards and, of Jokers alone, the number that they are named (`=7`).

import { plays, type Move } from "./moves"

const numberOf = (draft: string[]) => draft.find((each) => each.startsWith("="))
export const cardsOf = (draft: string[]) => draft.filter((each) => !each.startsWith("="))

/** The plays of exactly these cards: one, or one for each number that Jokers can be named. */
export function exactly(moves: Move[], draft: string[]): Move[] {
  const cards = [...cardsOf(draft)].sort().join()
  return cards === "" ? [] : plays(moves).filter(({ info }) => [...info.cards].sort().join() === cards)
}

/** The play that was tapped, if it is clear. */
export function chosen(moves: Move[], draft: string[]): Move | undefined {
  const found = exactly(moves, draft)
  const number = numberOf(draft)
  return found.length === 1 ? found[0] : found.find(({ info }) => `=${info.number}` === number)
}

/** Is there a play with this card? */
export function playable(moves: Move[], card: string): boolean {
  return plays(moves).some(({ info }) => info.cards.includes(card))
}

/** What is tapped after one more tap: a card joins another one, doubles itself, goes, or begins anew. */
export function tapped(moves: Move[], draft: string[], card: string): string[] {
  const cards = cardsOf(draft)
  const joined = [...cards, card]
  if (cards.length === 1 && exactly(moves, joined).length) return joined
  if (cards.includes(card)) return cards.length === 2 ? [card].filter((one) => exactly(moves, [one]).length) : []
  if (exactly(moves, [card]).length) return [card]
  const pair = plays(moves).find(({ info }) => info.cards.length === 2 && info.cards.includes(card))
  return pair ? pair.info.cards : []
}
