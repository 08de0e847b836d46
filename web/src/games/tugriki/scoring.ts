// How far the game is, and its score table.

import type { Fact } from "../../messages"

import type { TugrikiView } from "./messages"
import type { Column } from "../ui"

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
  return [{ title: { key: "tugriki.by_score" }, values: view.tugriks.map(String) }]
}
