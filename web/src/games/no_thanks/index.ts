import "./look.css"
import type { Fact } from "../../messages"
import type { NoThanksEvent, NoThanksMove, NoThanksView } from "./messages"
import type { GameUi } from "../ui"
import Board from "./Board.svelte"
import { explain } from "./explain"
import { flights } from "./flights"
import { columns } from "./scoring"
import Seat from "./Seat.svelte"

function headline(view: NoThanksView): Fact[] {
  const card = view.taken.flat().length + (view.card === null ? 0 : 1)
  const told: Fact[] = [{ key: "no_thanks.web_card_of", args: { card, cards: card + view.left } }]
  return view.players > 5 ? [...told, { key: "no_thanks.web_players", args: { players: view.players } }] : told
}

export const ui: GameUi<NoThanksView, NoThanksMove, NoThanksEvent> = {
  Board, Seat, headline, flights, columns, explain, look: "nt-table",
}
