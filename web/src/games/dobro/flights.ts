// What moves when something is told: cards from hands to the trick, the trick to a pile, cards from the deck.

import type { DobroDrew, DobroEvent, DobroView } from "./messages"
import type { Flight } from "../ui"
import Back from "../../parts/Back.svelte"
import Card from "./Card.svelte"
import Forgetful from "./Forgetful.svelte"
import { laid } from "./trick"

export function flights({ key, args }: DobroEvent, view: DobroView): Flight[] {
  switch (key) {
    case "dobro.played":
    case "dobro.doubled":
    case "dobro.skipped":
    case "dobro.reversed":
      return laid({ key, args } as DobroEvent).map((card) => fromHand(card, args.player, view))
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
