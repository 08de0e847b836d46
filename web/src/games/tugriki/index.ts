// Tugriki in the browser.

import "./look.css"
import type { TugrikiEvent, TugrikiMove, TugrikiView } from "./messages"
import type { GameUi } from "../ui"
import Board from "./Board.svelte"
import { explain } from "./explain"
import { flights } from "./flights"
import { columns, headline } from "./scoring"
import Seat from "./Seat.svelte"

export const ui: GameUi<TugrikiView, TugrikiMove, TugrikiEvent> = {
  Board, Seat, headline, flights, columns, explain, unit: "tugriki.web_scored", look: "tg-table",
}
