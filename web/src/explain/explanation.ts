// What a thing on the table is, in two sentences. Games explain their own; the mechanism is the same for all.

import { getContext, setContext } from "svelte"
import type { Fact, Offer, TableInfo, View } from "../messages"

/**
 * What is explained, as the `data-about` attribute of an element names it: "card:R5", "bank", "seat:2". Every table has
 * "seat:2" and "score"; the others are words of the game.
 */
export type Topic = string

export interface Explanation {
  /** A symbol of the sprite, the thing's own: "i-skip", "coin". */
  sign?: string
  /** The class that gives the sign its colours, "red". */
  tone?: string
  title: Fact
  /** What it does. */
  does: Fact
  /** What it means now; none where nothing can be said beyond what it does. */
  now?: Fact | null
  /** The rule to read: "TG-21". */
  rule?: string
  /** There is more to it than its number: when it cannot be played, it explains itself and says why. */
  special?: boolean
}

/** What is known beside the view. */
export interface Situation {
  table: Pick<TableInfo, "options">
  /** Undefined where nothing is played, as in a replay. */
  offer: Pick<Offer, "must" | "moves"> | null | undefined
}

/** A game's explanations, from what the server told: there are no rules here. Null for a topic that it does not know. */
export type Explains<V extends View = View> = (topic: Topic, view: V, situation: Situation) => Explanation | null

/** Can a card of one's hand be played now? Where it is one's turn and it cannot, the refusal says why. */
export function playable(card: string, { offer }: Situation): Fact | null {
  if (offer === undefined) return null
  if (offer === null || !offer.must) return { key: "web.explain_wait" }
  return offer.moves.some(({ info }) => info.cards.includes(card)) ? { key: "web.explain_can" } : null
}

/** "R5" for "card:R5"; null for another kind of topic. */
export function named(kind: string, topic: Topic): string | null {
  return topic.startsWith(`${kind}:`) ? topic.slice(kind.length + 1) : null
}

const EXPLAINED = Symbol("explained")

/** Says to all components below that a tap on a thing explains it: for the page that shows `Explain`. */
export function offerExplanations(): void {
  setContext(EXPLAINED, true)
}

/** Does a tap explain things here? On a shared screen nobody taps. */
export function explanationsOffered(): boolean {
  return getContext<boolean | undefined>(EXPLAINED) ?? false
}
