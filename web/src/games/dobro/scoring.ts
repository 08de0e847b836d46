// The result of a game of Dobro for the score table.

import type { Fact } from "../../messages"

import type { DobroView } from "./messages"
import type { Column } from "../ui"

const PILE_SUM = "dobro.by_pile_sum"

/** The sums of the piles only where they matter. */
export function columns(view: DobroView): Column[] {
  const earlier = view.points.map((points, seat) => points - view.last_points[seat]!)
  const sums = view.ranking?.criteria.find(({ name, compared }) => name === PILE_SUM && compared.length > 0)
  return [
    { title: title("dobro.web_earlier", view.rounds - 1), values: earlier.map(String) },
    { title: title("dobro.by_last_round"), values: view.last_points.map(String) },
    ...(sums ? [{ title: title(PILE_SUM), values: sums.values.map(String) }] : []),
    { title: title("dobro.web_total"), values: view.points.map(String) },
  ]
}

function title(key: string, rounds = 0): Fact {
  return { key, args: { rounds } }
}
