// Cards of Tugriki by the names that records use: "R5", "GX", "genie", "row".

import type { Fact } from "../../messages"
import type { TugrikiColouredCard, TugrikiDrewCard } from "./messages"

export const RANKS = [..."0123456789X"]
const COLOURS: Record<string, string> = { R: "red", Y: "yellow", G: "green", P: "purple", B: "blue", O: "orange" }
const LETTERS: Record<string, string> = Object.fromEntries(Object.entries(COLOURS).map(([letter, name]) => [name, letter]))
/** Drawings of what cards carry (TG-2) and of the wild cards, in the sprite. */
export const ICONS: Record<string, string> = {
  colour_choice: "colour", draw: "draw", skip: "skip", reverse: "reverse", repeat: "repeat", exchange: "exchange",
  penalty: "penalty", robbery: "robbery", genie: "genie", row: "rowchoice",
}

export function isWild(card: string): boolean {
  return card === "genie" || card === "row"
}

/** The coloured cards by name. */
const CARDS = new Map(
  Object.entries(COLOURS).flatMap(([letter, colour]) => RANKS.map((rank) => [letter + rank, { colour, rank }])),
)

/** "red" for "R5". */
export function colourOf(card: string): string {
  return CARDS.get(card)?.colour ?? "red"
}

/** "X" for "GX". */
export function rankOf(card: string): string {
  return CARDS.get(card)?.rank ?? ""
}

/** "R5" for red and 5. */
export function cardOf(colour: string, rank: string): string {
  return (LETTERS[colour] ?? "R") + rank
}

/** A card as the log names it: "red 5", "Genie"; with what it carries where that is given. */
export function named(card: string, action?: string): Fact {
  const plain: Fact = isWild(card)
    ? { key: `tugriki.${card}` }
    : { key: `tugriki.card_${colourOf(card)}`, args: { rank: rankOf(card) } }
  if (action === undefined) return plain
  return { key: "tugriki.view_card_action", args: { card: plain, action: { key: `tugriki.action_${action}` } } }
}

/** The card of a place as what is laid there: «красную 5». */
export function laid(place: string): Fact {
  return { key: `tugriki.web_laid_${colourOf(place)}`, args: { rank: rankOf(place) } }
}

/** A card as events name it. */
export type CardTerm = TugrikiDrewCard["args"]["card"]

const TERMS: Record<TugrikiColouredCard["key"], string> = {
  "tugriki.card_red": "R", "tugriki.card_yellow": "Y", "tugriki.card_green": "G",
  "tugriki.card_purple": "P", "tugriki.card_blue": "B", "tugriki.card_orange": "O",
}

/** The card that an event names. */
export function cardIn(term: CardTerm): string {
  switch (term.key) {
    case "tugriki.genie":
      return "genie"
    case "tugriki.row":
      return "row"
    default:
      return TERMS[term.key] + term.args.rank
  }
}
