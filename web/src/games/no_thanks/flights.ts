// What moves when something is told: a chip onto the card, the card and its chips to whoever takes them.

import type { NoThanksEvent, NoThanksView } from "./messages"
import Back from "../../parts/Back.svelte"
import Coin from "../../parts/Coin.svelte"
import type { Flight } from "../ui"
import Card from "./Card.svelte"

export function flights({ key, args }: NoThanksEvent, view: NoThanksView): Flight[] {
  const purse = args.player === view.seat ? "purse" : `seat:${args.player}`
  const chip = { face: Coin, props: { kind: "chip" } }
  switch (key) {
    case "no_thanks.passed":
      return [{ from: purse, to: "pot", ...chip }]
    case "no_thanks.took":
      return [
        { from: "stage", to: `pile:${args.player}`, face: Card, props: { card: args.card } },
        ...(args.pot ? [{ from: "pot", to: purse, count: args.pot, ...chip }] : []),
      ]
    case "no_thanks.turned_up":
      return [{ from: "deck", to: "stage", face: Back, props: {} }]
    default:
      return []
  }
}
