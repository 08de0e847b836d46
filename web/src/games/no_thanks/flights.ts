// What moves when something is told: a chip onto the card, the card and its chips to whoever takes them.

import type { Fact } from "../../messages"

import type { NoThanksView } from "./messages"
import Back from "../../parts/Back.svelte"
import Coin from "../../parts/Coin.svelte"
import type { Flight } from "../ui"
import Card from "./Card.svelte"

export function flights(fact: Fact, view: NoThanksView): Flight[] {
  const { player, card, pot } = (fact.args ?? {}) as Record<string, number>
  const purse = player === view.seat ? "purse" : `seat:${player}`
  const chip = { face: Coin, props: { kind: "chip" } }
  switch (fact.key) {
    case "no_thanks.passed":
      return [{ from: purse, to: "pot", ...chip }]
    case "no_thanks.took":
      return [
        { from: "stage", to: `pile:${player}`, face: Card, props: { card } },
        ...(pot ? [{ from: "pot", to: purse, count: pot, ...chip }] : []),
      ]
    case "no_thanks.turned_up":
      return [{ from: "deck", to: "stage", face: Back, props: {} }]
    default:
      return []
  }
}
