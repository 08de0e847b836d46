// What moves when something is told: cards from hands to the trick, the trick to a pile, cards from the deck.

import type { DobroDrew, DobroEvent, DobroPlayed, DobroView } from "./messages"
import type { Flight } from "../ui"
import Back from "../../parts/Back.svelte"
import Card from "./Card.svelte"
import Forgetful from "./Forgetful.svelte"

export function flights({ key, args }: DobroEvent, view: DobroView): Flight[] {
  switch (key) {
    case "dobro.played":
    case "dobro.doubled":
      return played(args.play).map((card) => fromHand(card, args.player, view))
    case "dobro.skipped":
      return [fromHand("S", args.player, view)]
    case "dobro.reversed":
      return [fromHand("R", args.player, view)]
    case "dobro.took":
      return [{ from: "stage", to: `pile:${args.player}`, face: Back, props: {}, count: args.cards }]
    case "dobro.draws":
      if (args.player === view.seat) return []
      return [{ from: "deck", to: `seat:${args.player}`, face: Back, props: {}, count: args.cards }]
    case "dobro.drew":
      return [{ from: "deck", to: "hand", face: Card, props: { card: cardOf(args.card) } }]
    case "dobro.forgot":
      if (view.forgetful === args.player) return []
      return [{ from: "forgetful", to: `seat:${args.player}`, face: Forgetful, props: {} }]
    case "dobro.forgot_from":
      return [{ from: `seat:${args.other}`, to: `seat:${args.player}`, face: Forgetful, props: {} }]
    case "dobro.dealt":
      return view.points.map((_, other) => ({ from: "deck", to: `seat:${other}`, face: Back, props: {} }))
    default:
      return []
  }
}

function fromHand(card: string, seat: number, view: DobroView): Flight {
  return { from: seat === view.seat ? `hand:${card}` : `seat:${seat}`, to: "stage", face: Card, props: { card } }
}

/** The cards of a play as it is told. */
function played(play: DobroPlayed["args"]["play"]): string[] {
  const number = String(play.args.number)
  switch (play.key) {
    case "dobro.pair":
      return [number, number]
    case "dobro.with_joker":
      return [number, "J"]
    case "dobro.jokers_as":
      return ["J", "J"]
    case "dobro.joker_as":
      return ["J"]
    case "dobro.number":
      return [number]
  }
}

function cardOf(card: DobroDrew["args"]["card"]): string {
  switch (card.key) {
    case "dobro.joker":
      return "J"
    case "dobro.skip":
      return "S"
    case "dobro.reverse":
      return "R"
    case "dobro.number":
      return String(card.args.number)
  }
}
