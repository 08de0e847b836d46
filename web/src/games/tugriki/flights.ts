// What moves when something is told: cards to the rows, cards from the deck and between hands, tugriks.

import type { Fact } from "../../messages"

import type { TugrikiView } from "./messages"
import Back from "../../parts/Back.svelte"
import Coin from "../../parts/Coin.svelte"
import type { Flight } from "../ui"
import { cardIn } from "./cards"
import TugrikiCard from "./TugrikiCard.svelte"

export function flights(fact: Fact, view: TugrikiView): Flight[] {
  const { player, other, tugriks = 0, card, place } = fact.args ?? {}
  const at = (seat: unknown) => (seat === view.seat ? "hand" : `seat:${seat}`)
  const coins = (from: string, to: string): Flight[] =>
    tugriks ? [{ from, to, face: Coin, props: { kind: "coin", class: "flying" }, count: Number(tugriks) }] : []
  const back = (from: string, to: string): Flight => ({ from, to, face: Back, props: {} })

  switch (fact.key.replace("tugriki.", "")) {
    case "laid":
    case "laid_over":
    case "laid_wild": {
      const laid = cardIn(card)
      if (laid === null) return []
      const target = cardIn(place) ?? laid
      const props = { card: laid, action: view.actions[laid], mini: true, as: cardIn(place) ?? undefined }
      const from = player === view.seat ? `hand:${laid}` : at(player)
      return [{ from, to: `place:${target}`, face: TugrikiCard, props }]
    }
    case "drew":
      return [back("deck", at(player))]
    case "drew_card":
      return [back("deck", "hand")]
    case "exchanged":
      return exchange(view).map(([from, to]) => back(at(from), at(to)))
    case "paid":
    case "fined":
    case "guilty":
    case "innocent":
      return coins(at(player), "bank")
    case "passed":
      return view.tugriks[Number(player)] ? [{ from: at(player), to: "bank", face: Coin, props: { kind: "coin" } }] : []
    case "called":
      return coins(at(other), "bank")
    case "robbed":
    case "won_round":
      return coins("bank", at(player))
    case "lent":
      return coins(at(player), at(other))
    default:
      return []
  }
}

/** From whom to whom cards go in an exchange: everybody draws from the next in the direction of play (TG-21). */
function exchange(view: TugrikiView): [number, number][] {
  const seats = view.tugriks.map((_, seat) => seat).filter((seat) => !view.out.includes(seat))
  const step = view.clockwise ? 1 : -1
  return seats.map((seat, at) => [seats.at((at + step) % seats.length) ?? seat, seat])
}
