// How far the game is, and how it is scored (MU-13 .. MU-16).

import type { Fact } from "../../messages"

import type { MindUpView } from "./messages"
import type { Column } from "../ui"

/** "round 2 of 3", and "turn 4 of 7" while cards are chosen: the last card is never chosen (MU-12). */
export function headline(view: MindUpView): Fact[] {
  const round = { key: "mind_up.web_round", args: { round: view.round, rounds: view.rounds } }
  const taken = view.collections[0]?.reduce((sum, pile) => sum + pile.length, 0) ?? 0
  const cards = (view.held[0] ?? 0) + taken
  if (view.phase !== "choose") return [round]
  return [round, { key: "mind_up.web_turn", args: { turn: taken + 1, turns: cards - 1 } }]
}

export function columns(view: MindUpView): Column[] {
  const rounds = view.points[0]?.map((_, at) => ({
    title: { key: "mind_up.web_column_round", args: { round: at + 1 } },
    values: view.points.map((points) => String(points[at])),
  }))
  return [...(rounds ?? []), { title: { key: "mind_up.web_column_total" }, values: view.totals.map(String) }]
}
