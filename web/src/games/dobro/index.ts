import "./look.css"
import type { Fact } from "../../messages"
import type { DobroEvent, DobroMove, DobroView } from "./messages"
import type { GameUi } from "../ui"
import Board from "./Board.svelte"
import { explain } from "./explain"
import { flights } from "./flights"
import { columns } from "./scoring"
import Seat from "./Seat.svelte"

function headline(view: DobroView): Fact[] {
  const round: Fact = { key: "dobro.web_round", args: { round: view.round, rounds: view.rounds } }
  if (view.direction === null) return [round]
  return [round, { key: view.direction > 0 ? "dobro.web_clockwise" : "dobro.web_counterclockwise" }]
}

export const ui: GameUi<DobroView, DobroMove, DobroEvent> = {
  Board, Seat, headline, flights, columns, explain, look: "db-table",
}
