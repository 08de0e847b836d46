// What moves when something is told: cards from hands to the trick, the trick to a pile, cards from the deck.

import type { Fact } from "../../messages"

import type { DobroView } from "./messages"
import type { Flight } from "../ui"
import Back from "../../parts/Back.svelte"
import Card from "./Card.svelte"
import Forgetful from "./Forgetful.svelte"
import { count } from "./moves"

export function flights(fact: Fact, view: DobroView): Flight[] {
  const seat = count(fact, "player")
  const own = seat === view.seat
  switch (fact.key) {
    case "dobro.played":
    case "dobro.doubled":
      return played(fact.args?.play as Fact).map((card) => fromHand(card, seat, own))
    case "dobro.skipped":
      return [fromHand("S", seat, own)]
    case "dobro.reversed":
      return [fromHand("R", seat, own)]
    case "dobro.took":
      return [{ from: "stage", to: `pile:${seat}`, face: Back, props: {}, count: count(fact, "cards") }]
    case "dobro.draws":
      return own ? [] : [{ from: "deck", to: `seat:${seat}`, face: Back, props: {}, count: count(fact, "cards") }]
    case "dobro.drew":
      return [{ from: "deck", to: "hand", face: Card, props: { card: cardOf(fact.args?.card as Fact) } }]
    case "dobro.forgot":
      return view.forgetful === seat ? [] : [{ from: "forgetful", to: `seat:${seat}`, face: Forgetful, props: {} }]
    case "dobro.forgot_from":
      return [{ from: `seat:${count(fact, "other")}`, to: `seat:${seat}`, face: Forgetful, props: {} }]
    case "dobro.dealt":
      return view.points.map((_, other) => ({ from: "deck", to: `seat:${other}`, face: Back, props: {} }))
    default:
      return []
  }
}

function fromHand(card: string, seat: number, own: boolean): Flight {
  return { from: own ? `hand:${card}` : `seat:${seat}`, to: "stage", face: Card, props: { card } }
}

/** The cards of a play as it is told. */
function played(play: Fact): string[] {
  const number = String(count(play, "number"))
  switch (play.key) {
    case "dobro.pair":
      return [number, number]
    case "dobro.with_joker":
      return [number, "J"]
    case "dobro.jokers_as":
      return ["J", "J"]
    case "dobro.joker_as":
      return ["J"]
    default:
      return [number]
  }
}

function cardOf(card: Fact): string {
  return { "dobro.joker": "J", "dobro.skip": "S", "dobro.reverse": "R" }[card.key] ?? String(count(card, "number"))
}
