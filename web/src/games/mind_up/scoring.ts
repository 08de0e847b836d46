// How far the game is, and how it is scored (MU-13 .. MU-16).

import type { Fact, MindUpView } from "../../messages"
import type { Column, TieStep } from "../ui"

/** "round 2 of 3", and "turn 4 of 7" while cards are chosen: the last card is never chosen (MU-12). */
export function headline(view: MindUpView): Fact[] {
  const round = { key: "web_mind_up.round", args: { round: view.round, rounds: view.rounds } }
  const taken = view.collections[0]?.reduce((sum, pile) => sum + pile.length, 0) ?? 0
  const cards = (view.held[0] ?? 0) + taken
  if (view.phase !== "choose") return [round]
  return [round, { key: "web_mind_up.turn", args: { turn: taken + 1, turns: cards - 1 } }]
}

export function columns(view: MindUpView): Column[] {
  const rounds = view.points[0]?.map((_, at) => ({
    title: { key: "web_mind_up.column_round", args: { round: at + 1 } },
    values: view.points.map((points) => String(points[at])),
  }))
  return [...(rounds ?? []), { title: { key: "web_mind_up.column_total" }, values: view.totals.map(String) }]
}

const STEPS: [string, (view: MindUpView, seat: number) => number][] = [
  ["web_mind_up.tie_total", (view, seat) => view.totals[seat] ?? 0],
  ["web_mind_up.tie_last_round", (view, seat) => view.points[seat]?.at(-1) ?? 0],
  ["web_mind_up.tie_bonuses", (view, seat) => view.bonuses[seat] ?? 0],
]

/** MU-16: the last round, then all bonuses; else the win is shared. The last step that parted anybody is lit. */
export function ties(view: MindUpView): TieStep[] {
  let level = view.totals.map((_, seat) => seat)
  let deciding: TieStep | null = null
  const steps = STEPS.map(([key, number], at) => {
    const best = Math.max(...level.map((seat) => number(view, seat)))
    const first = level.filter((seat) => number(view, seat) === best)
    const compared = at === 0 ? first : level
    const values = compared.map((seat) => [seat, String(number(view, seat))])
    const step: TieStep = { title: { key }, values: compared.length > 1 ? Object.fromEntries(values) : {}, decided: false }
    if (first.length < compared.length) deciding = step
    level = first
    return step
  })
  if (Object.keys(steps[0]?.values ?? {}).length === 0) return []
  return steps.map((step) => ({ ...step, decided: step === deciding }))
}
