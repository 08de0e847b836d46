// What the cards, the bank, the rows and the pills of Tugriki are.

import { named as part, playable, type Explanation, type Situation, type Topic } from "../../explain/explanation"
import type { Fact } from "../../messages"
import { SHAPES } from "../../parts/shapes"
import { colourOf, ICONS, isWild, named, rankOf } from "./cards"
import type { TugrikiView } from "./messages"

export function explain(topic: Topic, view: TugrikiView, situation: Situation): Explanation | null {
  const card = part("card", topic)
  if (card !== null) return ofCard(card, view, playable(card, situation), situation)
  const laid = part("laid", topic)
  if (laid !== null) return ofLaid(laid, view, situation)
  const row = part("row", topic)
  if (row !== null) return ofRow(row, view)
  const seat = part("seat", topic)
  if (seat !== null) return ofSeat(Number(seat), view)
  switch (topic) {
    case "bank":
      return { sign: "coin", title: fact("web_bank"), does: fact("explain_bank"), now: fact("explain_bank_now", { bank: view.bank }), rule: "TG-29" }
    case "deck":
      return { title: fact("explain_deck"), does: fact("explain_deck_does"), now: fact("explain_deck_now", { deck: view.deck }), rule: "TG-11" }
    case "direction":
      return { sign: "u-cw", title: fact(view.clockwise ? "web_clockwise" : "web_anticlockwise"), does: fact("explain_direction"), rule: "TG-6" }
    case "miss":
      return { sign: "u-next", title: fact("web_will_miss"), does: fact("explain_miss"), rule: "TG-24" }
    case "bound":
      return view.bound === null ? null : ofBinding(view.bound, view)
    case "score":
      return ofScore(view)
    default:
      return null
  }
}

function fact(key: string, args: Fact["args"] = {}): Fact {
  return { key: `tugriki.${key}`, args }
}

/** A card of the hand. */
function ofCard(card: string, view: TugrikiView, now: Fact | null, { table }: Pick<Situation, "table">): Explanation {
  if (isWild(card)) {
    const plain = table.options.wilds === "plain" ? "_plain" : ""
    return { sign: `i-${ICONS[card]}`, title: named(card), does: fact(`explain_${card === "row" ? "choice" : card}${plain}`), now, rule: card === "genie" ? "TG-13" : "TG-14", special: true }
  }
  const action = view.actions[card]
  if (action !== undefined)
    return {
      sign: `i-${ICONS[action]}`, title: fact(`action_${action}`), does: fact(`does_${action}`),
      now: now === null ? null : fact("explain_of_card", { card: named(card), now }), rule: RULES[action] ?? "TG-2", special: true,
    }
  const rank = rankOf(card)
  const kind = rank === "5" ? "five" : rank === "0" || rank === "X" ? "end" : "card"
  return { ...sign(colourOf(card)), title: named(card), does: fact(`explain_${kind}`, { rank }), now, rule: kind === "five" ? "TG-7" : "TG-8" }
}

const RULES: Record<string, string> = {
  colour_choice: "TG-18", repeat: "TG-20", exchange: "TG-21", robbery: "TG-22", reverse: "TG-23",
}

/** A card in its row: "R5", or "genie=R4" for a wild one, with the place that it fills. */
function ofLaid(laid: string, view: TugrikiView, situation: Situation): Explanation {
  const [card = "", place] = laid.split("=")
  return ofCard(card, view, place === undefined ? fact("explain_lies") : fact("explain_stands", { place: named(place) }), situation)
}

function ofRow(colour: string, view: TugrikiView): Explanation | null {
  const row = view.rows.find((each) => each.colour === colour)
  if (row === undefined) return null
  const state = row.finished ? "finished" : Object.keys(row.places).length ? "open" : "empty"
  return { ...sign(colour), title: fact(`web_row_${colour}`), does: fact("explain_row"), now: fact(`explain_row_${state}`), rule: "TG-7" }
}

function ofBinding(colour: string, view: TugrikiView): Explanation {
  const title = fact(`web_row_${colour}`)
  if (!view.named) return { sign: "u-lock", title, does: fact("explain_bound_row"), rule: "TG-14" }
  const now = fact(view.pledge ? "explain_named_pledge" : "explain_named_now", { left: view.named })
  return { ...sign(colour), title, does: fact("explain_named"), now, rule: "TG-18" }
}

function ofSeat(seat: number, view: TugrikiView): Explanation {
  const args = { player: seat, tugriks: view.tugriks[seat] ?? 0, cards: view.cards[seat] ?? 0 }
  const does = fact(view.out.includes(seat) ? "view_player_out" : "explain_seat", args)
  const title: Fact = { key: "common.player", args: { player: seat } }
  if (view.challengeable === seat) return { sign: "u-eye", title, does, now: fact(view.deck ? "web_stakes" : "web_stakes_deck_empty"), rule: "TG-25" }
  return { sign: "coin", title, does, now: fact("explain_wins"), rule: "TG-31" }
}

function ofScore(view: TugrikiView): Explanation {
  const now = view.seat === null ? null : fact("explain_score_now", { tugriks: view.tugriks[view.seat] ?? 0 })
  return { sign: "coin", title: fact("by_score"), does: fact("explain_wins"), now, rule: "TG-31" }
}

function sign(colour: string): Pick<Explanation, "sign" | "tone"> {
  return { sign: `s-${SHAPES[colour] ?? "circle"}`, tone: colour }
}
