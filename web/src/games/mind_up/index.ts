// Mind Up! in the browser.

import "./look.css"
import type { MindUpEvent, MindUpMove, MindUpView } from "./messages"
import Back from "../../parts/Back.svelte"
import type { Flight, GameUi } from "../ui"
import Board from "./Board.svelte"
import { explain } from "./explain"
import { columns, headline } from "./scoring"
import Seat from "./Seat.svelte"

/** Choices fly face down to the tray, if it is there; what a reveal moves, the board itself shows. */
function flights({ key, args }: MindUpEvent, view: MindUpView): Flight[] {
  if (document.querySelector('[data-place="tray"]') === null) return []
  const back = { face: Back, props: {} }
  switch (key) {
    case "mind_up.chose":
      return [{ from: `seat:${args.player}`, to: "tray", ...back }]
    case "mind_up.took_back":
      return args.player === view.seat ? [] : [{ from: "tray", to: `seat:${args.player}`, ...back }]
    default:
      return []
  }
}

/** The last reveal is played to its end. */
const linger = 2800

export const ui: GameUi<MindUpView, MindUpMove, MindUpEvent> = {
  Board, Seat, headline, flights, columns, explain, look: "mu-table", linger,
}
