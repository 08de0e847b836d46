// How far the game is, and its score table.

import type { Fact } from "../../messages"

import type { TugrikiView } from "./messages"
import type { Column } from "../ui"

export function headline(view: TugrikiView): Fact[] {
  const { round, rounds, players, out, clockwise } = view
  const parts: Fact[] =
    rounds === null
      ? [{ key: "tugriki.web_knockout", args: { round } }, { key: "tugriki.value_knockout" }]
      : [{ key: "tugriki.web_round", args: { round, rounds } }]
  if (players - out.length < 3) return parts
  return [...parts, { key: clockwise ? "tugriki.web_clockwise" : "tugriki.web_anticlockwise" }]
}

export function columns(view: TugrikiView): Column[] {
  return [{ title: { key: "tugriki.by_score" }, values: view.tugriks.map(String) }]
}
