// The result of a game of No Thanks!: what the cards cost, the chips, the score.

import type { NoThanksView } from "./messages"
import { plain } from "../../numbers"
import type { Column } from "../ui"
import { runs, written } from "./runs"

export function columns(view: NoThanksView): Column[] {
  return [
    { title: { key: "no_thanks.web_runs" }, values: view.taken.map((taken) => runs(taken).map(written).join(", ") || "–") },
    { title: { key: "no_thanks.web_cards" }, values: view.points.map(String) },
    { title: { key: "no_thanks.web_chips" }, values: view.chips.map((chips) => plain(-(chips ?? 0))) },
    { title: { key: "no_thanks.by_score" }, values: (view.scores ?? []).map(plain) },
  ]
}
