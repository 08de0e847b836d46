// The result of a game of No Thanks!: what the cards cost, the chips, the score. Equal lowest scores share the win (NT-9).

import type { NoThanksView } from "../../messages"
import type { Column, TieStep } from "../ui"
import { runs, signed, written } from "./runs"

export function columns(view: NoThanksView): Column[] {
  return [
    { title: { key: "web_no_thanks.runs" }, values: view.taken.map((taken) => runs(taken).map(written).join(", ") || "–") },
    { title: { key: "web_no_thanks.cards" }, values: view.points.map(String) },
    { title: { key: "web_no_thanks.chips" }, values: view.chips.map((chips) => signed(-(chips ?? 0))) },
    { title: { key: "web_no_thanks.points" }, values: (view.scores ?? []).map(signed) },
  ]
}

export function ties(view: NoThanksView): TieStep[] {
  const { scores, winners } = view
  if (!scores || !winners || winners.length < 2) return []
  const values = Object.fromEntries(winners.map((seat) => [seat, signed(scores[seat]!)]))
  return [{ title: { key: "web_no_thanks.points" }, values, decided: false }]
}
