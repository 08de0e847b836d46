// What an offer lets one do, sorted by kind. Moves are texts of the record: "R5", "genie=R4", "name red", "lend 3".

import type { Offer } from "../../messages"
import { isWild } from "./cards"

export interface Lay {
  move: string
  card: string
  /** The place that it fills, by the name of the card that belongs there. */
  place: string
}

export interface Choices {
  lays: Lay[]
  colours: string[]
  lends: number[]
  /** "draw", "pay", "silent", "challenge", "call", "refuse". */
  words: Set<string>
}

export function choices(offer: Offer | null): Choices {
  const found: Choices = { lays: [], colours: [], lends: [], words: new Set() }
  for (const { move } of offer?.moves ?? []) {
    const [word = "", rest] = move.split(" ")
    const [card = "", place] = move.split("=")
    if (word === "name" && rest) found.colours.push(rest)
    else if (word === "lend" && rest) found.lends.push(Number(rest))
    else if (place) found.lays.push({ move, card, place })
    else if (/^[A-Z]/.test(move)) found.lays.push({ move, card: move, place: move })
    else found.words.add(move)
  }
  return found
}

/** A card in hand: two Genies are told apart. */
export interface Held {
  id: string
  card: string
}

export function held(hand: string[]): Held[] {
  const seen: Record<string, number> = {}
  return hand.map((card) => {
    const copy = (seen[card] = (seen[card] ?? 0) + 1)
    return { id: `${card}/${copy}`, card }
  })
}

/** The lay that is chosen: that of the card, or of a wild card in the place that was pointed at. */
export function chosenLay(lays: Lay[], card: string | null, spot: string | null): Lay | null {
  const own = lays.filter((lay) => lay.card === card)
  return own.find((lay) => lay.place === spot) ?? (own.length === 1 ? (own[0] ?? null) : null)
}

/** The card to pick when an empty place is pointed at with none picked: the real one before a wild. */
export function cardFor(lays: Lay[], place: string): string | null {
  const fitting = lays.filter((lay) => lay.place === place)
  return (fitting.find((lay) => !isWild(lay.card)) ?? fitting[0])?.card ?? null
}

/** What to send when a card is tapped that cannot be laid: its refusal says why. */
export function refusedMove(card: string, colour: string): string {
  return isWild(card) ? `${card}=${colour[0]?.toUpperCase()}4` : card
}
