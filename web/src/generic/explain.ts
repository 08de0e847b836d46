// What a game without a folder of its own tells of the things on its table: from its view and its texts.

import { named as part, type Explanation, type Topic } from "../explain/explanation"
import type { Fact, View } from "../messages"
import type { Catalogue } from "../sentences"
import { fieldNamed, figures } from "./figures"

/**
 * A field is explained by the game's text `explain_<field>`, or else by its name and its value; a seat by its figures;
 * the score by what the game is about.
 */
export function explain(topic: Topic, view: View, texts: Catalogue): Explanation | null {
  const shown = figures(view, texts, [])
  const about = own("about", view, texts)
  const seat = part("seat", topic)
  if (seat !== null) {
    const told = (shown.bySeat[Number(seat)] ?? []).map(({ name, value }) => `${name} ${value}`)
    const title: Fact = { key: "common.player", args: { player: Number(seat) } }
    return { title, does: told.length ? raw(told.join(", ")) : (about ?? { key: "web.explain_nothing" }), now: told.length ? about : null }
  }
  if (topic === "score") return { sign: "u-crown", title: { key: `${view.game}.title` }, does: about ?? { key: "web.explain_nothing" } }
  const name = part("field", topic)
  if (name === null) return null
  const fact = shown.facts.find((each) => each.name === name)
  const held = shown.cards.find((each) => each.name === name)
  const value = fact?.value ?? held?.cards.map(({ label, word }) => (word.length > 1 ? word : label + word)).join(", ")
  if (value === undefined) return null
  const told = own(`explain_${fieldNamed(view, texts, name)}`, view, texts)
  const now: Fact = { key: "web.explain_field", args: { name, value } }
  return told === null ? { title: raw(name), does: now, now: { key: "web.explain_nothing" } } : { title: raw(name), does: told, now }
}

function raw(text: string): Fact {
  return { key: "common.list", args: { items: text } }
}

function own(key: string, view: View, texts: Catalogue): Fact | null {
  return `${view.game}.${key}` in texts ? { key: `${view.game}.${key}` } : null
}
