// Cards and plays as facts, to be said in the reader's language.

import type { Fact } from "../../messages"

import type { TrickPlay } from "./messages"

const SPECIALS: Record<string, string> = { J: "dobro.joker", S: "dobro.skip", R: "dobro.reverse" }

/** The card that is called `7`, `J`, `S` or `R`; a Joker on the table with the number that it was named. */
export function cardName(card: string, number: number | null = null): Fact {
  const key = SPECIALS[card]
  if (key === undefined) return { key: "dobro.number", args: { number: Number(card) } }
  return card === "J" && number !== null ? { key: "dobro.joker_as", args: { number } } : { key }
}

export function playName(play: TrickPlay): Fact {
  const { cards, number } = play
  if (number === null || cards.length === 1) return cardName(cards[0]!, number)
  const jokers = cards.filter((card) => card === "J").length
  return { key: ["dobro.pair", "dobro.with_joker", "dobro.jokers_as"][jokers]!, args: { number } }
}
