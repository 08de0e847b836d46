// What moves when something is told: cards to the rows, cards from the deck and between hands, tugriks.

import type { TugrikiEvent, TugrikiView } from "./messages"
import Back from "../../parts/Back.svelte"
import Coin from "../../parts/Coin.svelte"
import type { Flight } from "../ui"
import { cardIn } from "./cards"
import TugrikiCard from "./TugrikiCard.svelte"

export function flights(event: TugrikiEvent, view: TugrikiView): Flight[] {
  const at = (seat: number) => (seat === view.seat ? "hand" : `seat:${seat}`)
  switch (event.key) {
    case "tugriki.laid":
    case "tugriki.laid_over":
      return [laid(view, event.args.player, cardIn(event.args.card))]
    case "tugriki.laid_wild":
      return [laid(view, event.args.player, cardIn(event.args.card), cardIn(event.args.place))]
    case "tugriki.drew":
      return [back("deck", at(event.args.player))]
    case "tugriki.drew_card":
      return [back("deck", "hand")]
    case "tugriki.exchanged":
      return exchange(view).map(([from, to]) => back(at(from), at(to)))
    case "tugriki.paid":
    case "tugriki.fined":
    case "tugriki.guilty":
    case "tugriki.innocent":
      return coins(at(event.args.player), "bank", event.args.tugriks)
    case "tugriki.passed": {
      const { player } = event.args
      return view.tugriks[player] ? [{ from: at(player), to: "bank", face: Coin, props: { kind: "coin" } }] : []
    }
    case "tugriki.called":
      return coins(at(event.args.other), "bank", event.args.tugriks)
    case "tugriki.robbed":
    case "tugriki.won_round":
      return coins("bank", at(event.args.player), event.args.tugriks)
    case "tugriki.lent":
      return coins(at(event.args.player), at(event.args.other), event.args.tugriks)
    default:
      return []
  }
}

/** A card that is laid in its own place, or a wild one in that of another. */
function laid(view: TugrikiView, player: number, card: string, as?: string): Flight {
  const from = player === view.seat ? `hand:${card}` : `seat:${player}`
  const props = { card, action: view.actions[card], mini: true, as }
  return { from, to: `place:${as ?? card}`, face: TugrikiCard, props }
}

function back(from: string, to: string): Flight {
  return { from, to, face: Back, props: {} }
}

function coins(from: string, to: string, count: number): Flight[] {
  return count ? [{ from, to, face: Coin, props: { kind: "coin", class: "flying" }, count }] : []
}

/** From whom to whom cards go in an exchange: everybody draws from the next in the direction of play (TG-21). */
function exchange(view: TugrikiView): [number, number][] {
  const seats = view.tugriks.map((_, seat) => seat).filter((seat) => !view.out.includes(seat))
  const step = view.clockwise ? 1 : -1
  return seats.map((seat, at) => [seats.at((at + step) % seats.length) ?? seat, seat])
}
