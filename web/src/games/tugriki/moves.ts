// What an offer lets one do, sorted by kind.

import type { OfferOf } from "../ui"
import type { Fact } from "../../messages"
import { isWild } from "./cards"
import type { TugrikiMove } from "./messages"

export interface Lay {
  move: string
  card: string
  /** The place that it fills, by the name of the card that belongs there. */
  place: string
  /** What comes of it. */
  consequence: Fact | null
}

export interface Choices {
  lays: Lay[]
  /** Colours that can be named, and the moves that name them. */
  colours: Map<string, string>
  /** Tugriks that can be lent, and the moves that lend them. */
  lends: Map<number, string>
  /** The other moves by kind: "draw", "pay", "silent", "challenge", "call", "refuse". */
  words: Map<string, TugrikiMove & { move: string }>
}

export function choices(offer: OfferOf<TugrikiMove> | null): Choices {
  const found: Choices = { lays: [], colours: new Map(), lends: new Map(), words: new Map() }
  for (const { move, info } of offer?.moves ?? []) {
    const { kind, cards, target, tugriks, consequence } = info
    if (kind === "lay") found.lays.push({ move, card: cards[0] ?? "", place: target ?? "", consequence: consequence ?? null })
    else if (kind === "name" && target !== null) found.colours.set(target, move)
    else if (kind === "lend" && tugriks !== null) found.lends.set(tugriks, move)
    else found.words.set(kind, { ...info, move })
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

/** The card to pick when an empty place is touched with none picked: the real one before a wild. */
export function cardFor(lays: Lay[], place: string): string | null {
  const fitting = lays.filter((lay) => lay.place === place)
  return (fitting.find((lay) => !isWild(lay.card)) ?? fitting[0])?.card ?? null
}
