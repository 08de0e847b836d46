// The table of a game that has no folder in `games/`: one of another package, drawn from its view and its moves.

import type { View } from "../messages"
import type { Column, GameUi } from "../games/ui"
import { reading } from "../language.svelte"
import { plain } from "../numbers"
import Board from "./Board.svelte"
import { explain } from "./explain"
import "./look.css"
import Seat from "./Seat.svelte"

/** The score, and the tie-breaks that were needed; the score last. */
function columns(view: View): Column[] {
  const criteria = view.ranking?.criteria ?? []
  return criteria
    .filter((criterion, at) => at === 0 || criterion.compared.length > 0)
    .map((criterion) => ({ title: { key: criterion.name }, values: criterion.values.map((value) => plain(value)) }))
    .toReversed()
}

export const ui: GameUi = {
  Board, Seat, headline: () => [], flights: () => [], columns, look: "gen-table",
  explain: (topic, view) => explain(topic, view, reading.texts),
}
