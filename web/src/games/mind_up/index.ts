// Mind Up! in the browser.

import "./look.css"
import type { Fact } from "../../messages"
import type { MindUpMove, MindUpView } from "./messages"
import Back from "../../parts/Back.svelte"
import type { Flight, GameUi } from "../ui"
import Board from "./Board.svelte"
import { columns, headline } from "./scoring"
import Seat from "./Seat.svelte"

/** Choices fly face down to the tray, if it is there; what a reveal moves, the board itself shows. */
function flights(fact: Fact, view: MindUpView): Flight[] {
  if (document.querySelector('[data-place="tray"]') === null) return []
  const player = fact.args?.player
  const back = { face: Back, props: {} }
  if (fact.key === "mind_up.chose") return [{ from: `seat:${player}`, to: "tray", ...back }]
  if (fact.key === "mind_up.took_back" && player !== view.seat) return [{ from: "tray", to: `seat:${player}`, ...back }]
  return []
}

/** The last reveal is played to its end. */
const linger = 2800

export const ui: GameUi<MindUpView, MindUpMove> = { Board, Seat, headline, flights, columns, look: "mu-table", linger }
