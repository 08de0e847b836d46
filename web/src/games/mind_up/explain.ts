// What the cards, the places of the collection, the marks and the goals of Mind Up! are.

import { named as part, type Explanation, type Situation, type Topic } from "../../explain/explanation"
import type { Fact } from "../../messages"
import { signed } from "../../numbers"
import { SHAPES } from "../../parts/shapes"
import { named } from "./cards"
import { DRAWINGS } from "./goals"
import type { Card, MindUpView } from "./messages"

export function explain(topic: Topic, view: MindUpView, { offer }: Situation): Explanation | null {
  const own = cardIn(view.hand ?? [], part("card", topic))
  if (own !== undefined) return ofCard(own, "explain_card", view.choice === null || !offer ? null : fact("explain_chosen"), "MU-8")
  const open = cardIn(view.row, part("laid", topic))
  if (open !== undefined) return ofCard(open, "explain_row_card", null, "MU-9")
  const value = part("place", topic)
  if (value !== null) return ofPlace(Number(value), view)
  const goal = view.goals.findIndex(({ name }) => name === part("goal", topic))
  if (goal >= 0) return ofGoal(goal, view)
  const seat = part("seat", topic)
  if (seat !== null) return ofSeat(Number(seat), view)
  switch (topic) {
    case "tray":
      return { title: fact("explain_tray"), does: fact("explain_tray_does"), now: fact("explain_tray_now", { done: view.chosen.length, players: view.players }), rule: "MU-8" }
    case "score":
      return ofScore(view)
    default:
      return null
  }
}

function fact(key: string, args: Fact["args"] = {}): Fact {
  return { key: `mind_up.${key}`, args }
}

function cardIn(cards: Card[], number: string | null): Card | undefined {
  return cards.find((card) => String(card.number) === number)
}

/** The mark is a part of the card: what it adds stands beside what the card does. */
function ofCard(card: Card, does: string, now: Fact | null, rule: string): Explanation {
  const marked = fact(card.mark === 0 ? "explain_unmarked" : "explain_mark", { mark: signed(card.mark) })
  return { ...sign(card.colour), title: named(card), does: fact(does), now: now ?? marked, rule }
}

function ofPlace(value: number, view: MindUpView): Explanation {
  const cards = view.seat === null ? [] : (view.collections[view.seat]?.[view.order.indexOf(value)] ?? [])
  const now = fact(cards.length ? "explain_place_now" : "explain_place_empty", { value, cards: cards.length })
  return { title: fact("explain_place", { value }), does: fact("explain_place_does", { value }), now, rule: "MU-13" }
}

function ofGoal(at: number, view: MindUpView): Explanation {
  const goal = view.goals[at]!
  const met = view.meeting[at] ?? []
  const colour = DRAWINGS[goal.name]?.colour
  const players = met.map((player): Fact => ({ key: "mind_up.explain_meets", args: { player } }))
  const now = met.length ? fact("web_goal_met", { players }) : fact("web_goal_unmet")
  const drawn = colour ? sign(colour) : { sign: "i-colour" }
  return { ...drawn, title: fact(`goal_${goal.name}`), does: fact("explain_goal", { worth: signed(goal.worth) }), now, rule: "MU-20" }
}

function ofSeat(seat: number, view: MindUpView): Explanation {
  const args = { total: view.totals[seat] ?? 0, points: view.points[seat]?.at(-1) ?? 0, held: view.held[seat] ?? 0 }
  return { title: { key: "common.player", args: { player: seat } }, does: fact("explain_seat", args), now: fact("explain_wins"), rule: "MU-16" }
}

function ofScore(view: MindUpView): Explanation {
  const { seat } = view
  const now = seat === null ? null : fact("explain_score_now", { total: view.totals[seat] ?? 0, points: view.points[seat]?.at(-1) ?? 0 })
  return { sign: "u-crown", title: fact("by_score"), does: fact("explain_wins"), now, rule: "MU-16" }
}

function sign(colour: string): Pick<Explanation, "sign" | "tone"> {
  return { sign: `s-${SHAPES[colour] ?? "circle"}`, tone: colour }
}
