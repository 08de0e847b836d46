// What the cards, the good number, the pills and the piles of Dobro are.

import { named as part, playable, type Explanation, type Situation, type Topic } from "../../explain/explanation"
import type { Fact } from "../../messages"
import type { DobroView } from "./messages"
import { cardName } from "./names"
import { need } from "./need"

export function explain(topic: Topic, view: DobroView, situation: Situation): Explanation | null {
  const card = part("card", topic)
  if (card !== null) return ofCard(card, playable(card, situation))
  const laid = part("laid", topic)
  if (laid !== null) return ofCard(laid, fact("explain_lies"))
  const pill = part("need", topic)
  if (pill !== null) return ofNeed(pill, view)
  const seat = part("seat", topic)
  if (seat !== null) return ofSeat(Number(seat), view)
  switch (topic) {
    case "good":
      return ofGood(view)
    case "deck":
      return { title: fact("explain_deck"), does: fact("explain_deck_does", { limit: view.hand_limit }), now: fact("explain_deck_now", { deck: view.deck }), rule: "DB-17" }
    case "direction":
      return { sign: "u-cw", title: fact(view.direction === -1 ? "web_counterclockwise" : "web_clockwise"), does: fact("explain_direction"), rule: "DB-14" }
    case "forgetful":
      return { sign: "i-forget", title: fact("explain_forgetful"), does: fact("explain_forgetful_does"), now: holder(view), rule: "DB-18" }
    case "trick":
      return { title: fact("explain_trick"), does: fact("explain_trick_does"), now: fact("explain_trick_now", { cards: view.trick.flatMap((play) => play.cards).length }), rule: "DB-15" }
    case "score":
      return ofScore(view)
    default:
      return null
  }
}

function fact(key: string, args: Fact["args"] = {}): Fact {
  return { key: `dobro.${key}`, args }
}

const SPECIALS: Record<string, { icon: string; key: string; rule: string }> = {
  J: { icon: "i-joker", key: "joker", rule: "DB-11" },
  S: { icon: "i-skip", key: "skip", rule: "DB-13" },
  R: { icon: "i-reverse", key: "reverse", rule: "DB-14" },
}

function ofCard(card: string, now: Fact | null): Explanation {
  const special = SPECIALS[card]
  const title = cardName(card)
  if (special === undefined) return { title, does: fact("explain_number"), now, rule: "DB-8" }
  return { sign: special.icon, title, does: fact(`explain_${special.key}`), now, rule: special.rule, special: true }
}

function ofGood(view: DobroView): Explanation {
  if (view.good === null) return { title: fact("web_good_number"), does: fact("explain_good"), now: fact("explain_anything"), rule: "DB-7" }
  return { title: fact("web_is", { good: view.good }), does: fact("explain_good"), now: fact("explain_good_now"), rule: "DB-8" }
}

const NEED_RULES: Record<string, string> = {
  web_more: "DB-8", web_doubles: "DB-9", web_pair_from: "DB-10", web_no_higher: "DB-15", web_anything: "DB-7",
  web_you_played: "DB-18", web_you_took: "DB-18",
}

/** A pill beside the good number, by the key of its text. */
function ofNeed(key: string, view: DobroView): Explanation | null {
  const title = need(view).find((each) => each.key === `dobro.${key}`)
  const rule = NEED_RULES[key]
  return title === undefined || rule === undefined ? null : { title, does: fact(`explain_${key.slice("web_".length)}`, title.args), rule }
}

function ofSeat(seat: number, view: DobroView): Explanation {
  const args = { hand: view.hand_sizes[seat] ?? 0, pile: view.pile_sizes[seat] ?? 0, points: view.points[seat] ?? 0 }
  const does = fact(view.forgetful === seat ? "explain_seat_forgetful" : "explain_seat", args)
  return { title: { key: "common.player", args: { player: seat } }, does, now: fact("explain_wins"), rule: "DB-22" }
}

function ofScore(view: DobroView): Explanation {
  const seat = view.seat
  const now = seat === null ? null : fact("explain_score_now", { points: view.points[seat] ?? 0, pile: view.pile_sizes[seat] ?? 0 })
  return { sign: "u-crown", title: fact("by_score"), does: fact("explain_wins"), now, rule: "DB-22" }
}

function holder(view: DobroView): Fact {
  return view.forgetful === null ? fact("explain_forgetful_free") : fact("explain_forgetful_of", { player: view.forgetful })
}
