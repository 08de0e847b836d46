// What the card on offer, the chips and the runs of No Thanks! are.

import { named as part, type Explanation, type Topic } from "../../explain/explanation"
import type { Fact } from "../../messages"
import { plain } from "../../numbers"
import type { NoThanksView } from "./messages"

export function explain(topic: Topic, view: NoThanksView): Explanation | null {
  const run = part("run", topic)
  if (run !== null) return ofRun(run)
  const seat = part("seat", topic)
  if (seat !== null) return ofSeat(Number(seat), view)
  switch (topic) {
    case "offer":
      return view.card === null ? null : ofOffer(view.card, view)
    case "pot":
      return { sign: "chip", title: fact("explain_pot"), does: fact("explain_pot_does"), now: fact("explain_pot_now", { pot: view.pot }), rule: "NT-4" }
    case "chips":
      return { sign: "chip", title: fact("explain_chips"), does: fact("explain_chips_does"), now: ownChips(view), rule: "NT-4" }
    case "deck":
      return { title: fact("explain_deck"), does: fact("explain_deck_does"), now: fact("explain_deck_now", { left: view.left }), rule: "NT-1" }
    case "score":
      return ofScore(view)
    default:
      return null
  }
}

function fact(key: string, args: Fact["args"] = {}): Fact {
  return { key: `no_thanks.${key}`, args }
}

function ofOffer(card: number, view: NoThanksView): Explanation {
  return { title: fact("explain_card", { card }), does: fact("explain_offer", { card }), now: fact("explain_pot_now", { pot: view.pot }), rule: "NT-4" }
}

/** "24-26", or "9" for a single card. */
function ofRun(run: string): Explanation {
  const [low = "", high = low] = run.split("-")
  if (low === high) return { title: fact("explain_card", { card: low }), does: fact("explain_single", { card: low }), rule: "NT-8" }
  return { title: fact("explain_run", { low, high }), does: fact("explain_run_does"), now: fact("explain_run_now", { low }), rule: "NT-8" }
}

function ofSeat(seat: number, view: NoThanksView): Explanation {
  const chips = view.chips[seat] ?? null
  const args = { points: view.points[seat] ?? 0, chips: chips ?? 0 }
  const does = fact(chips === null ? "explain_seat_hidden" : "explain_seat", args)
  return { title: { key: "common.player", args: { player: seat } }, does, now: fact("explain_wins"), rule: "NT-8" }
}

function ofScore(view: NoThanksView): Explanation {
  return { sign: "u-crown", title: fact("by_score"), does: fact("explain_wins"), now: ownScore(view), rule: "NT-8" }
}

function ownChips(view: NoThanksView): Fact | null {
  const chips = view.seat === null ? null : (view.chips[view.seat] ?? null)
  return chips === null ? null : fact("explain_chips_now", { chips })
}

function ownScore(view: NoThanksView): Fact | null {
  const { seat } = view
  const chips = seat === null ? null : (view.chips[seat] ?? null)
  if (seat === null || chips === null) return null
  const points = view.points[seat] ?? 0
  return fact("explain_score_now", { points, chips, score: plain(points - chips) })
}
