// How far the game is, and how it ends (TG-31).

import type { Fact, TugrikiView } from "../../messages"
import type { Column, TieStep } from "../ui"

export function headline(view: TugrikiView): Fact[] {
  const { round, rounds, players, out, clockwise } = view
  const part: Fact =
    rounds === null
      ? { key: "web_tugriki.knockout", args: { round } }
      : { key: "web_tugriki.round", args: { round, rounds } }
  if (players - out.length < 3) return [part]
  return [part, { key: clockwise ? "web_tugriki.clockwise" : "web_tugriki.anticlockwise" }]
}

export function columns(view: TugrikiView): Column[] {
  return [{ title: { key: "web_tugriki.column_tugriks" }, values: view.tugriks.map(String) }]
}

/** TG-31: equal tugriks share the win. */
export function ties(view: TugrikiView): TieStep[] {
  const most = Math.max(...view.tugriks)
  const level = view.tugriks.flatMap((tugriks, seat) => (tugriks === most ? [seat] : []))
  if (level.length < 2) return []
  const values = Object.fromEntries(level.map((seat) => [seat, String(most)]))
  return [{ title: { key: "web_tugriki.tie_tugriks" }, values, decided: false }]
}
