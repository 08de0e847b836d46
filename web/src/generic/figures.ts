// What the view of any game tells, in words. The same as src/koloda/terminal/generic.py, which says what the texts of a
// game can do about it.

import type { View } from "../messages"
import type { Catalogue } from "../sentences"

export interface Figure {
  name: string
  value: string
}

/** What a card shows: a number or a letter, and a word or the sign of its suit, "" where there is none. */
export interface Card {
  label: string
  word: string
}

export interface Figures {
  cards: { name: string; cards: Card[] }[]
  /** Of the table. */
  facts: Figure[]
  bySeat: Figure[][]
}

/** So many values stand in a seat. */
export const IN_A_SEAT = 2
/** So many facts stand on the table; others, and long ones, are behind "more". */
const AT_FIRST = 6
const LONG = 28

/** The facts that stand on the table at first, and those behind "more". One's own that are not in the seat come last. */
export function folded({ facts, bySeat }: Figures, seat: number | null): { first: Figure[]; more: Figure[] } {
  const all = [...facts, ...(seat === null ? [] : (bySeat[seat] ?? []).slice(IN_A_SEAT))]
  const first = all.filter(({ value }) => value.length <= LONG).slice(0, AT_FIRST)
  return { first, more: all.filter((fact) => !first.includes(fact)) }
}

/** Fields that the table shows without words: whose turn it is, and the result. */
const SHOWN_ELSEWHERE = new Set([
  "game", "seat", "players", "actors", "over", "scores", "winners", "places", "ranking", "turn",
])
const NOTHING = "–"
const SUIT = /.[♣♦♥♠]$/u

export function figures(view: View, texts: Catalogue, names: readonly string[]): Figures {
  const wording = new Wording(view, texts)
  const named = (seat: number) =>
    names[seat] ?? (texts["common.seat"] ?? "{seat}").replace("{seat}", String(seat + 1))
  const found: Figures = { cards: [], facts: [], bySeat: Array.from({ length: view.players }, () => []) }
  for (const [field, value] of Object.entries(view) as [string, unknown][]) {
    const name = wording.name(field)
    if (SHOWN_ELSEWHERE.has(field) || value === null || name === "") continue
    if (wording.isBySeat(field, value))
      value.forEach((one, seat) => {
        if (one === null && wording.has("hand", field)) return
        if (seat !== view.seat || !wording.has("hand", field))
          found.bySeat[seat]?.push({ name, value: wording.value(one) })
        else if ([one].flat().length > 0)
          found.cards.push({ name: wording.hand(field), cards: wording.cards(one) })
      })
    else if (wording.has("card", field)) found.cards.push({ name, cards: wording.cards(value) })
    else if (wording.has("player", field))
      found.facts.push({ name, value: [value].flat().map((seat) => named(Number(seat))).join(", ") || NOTHING })
    else found.facts.push({ name, value: wording.value(value) })
  }
  return found
}

/** The field of the view that is shown under this name. */
export function fieldNamed(view: View, texts: Catalogue, name: string): string | undefined {
  const wording = new Wording(view, texts)
  return Object.keys(view).find((field) => wording.name(field) === name || wording.hand(field) === name)
}

/** How the texts of a view's game call things. */
class Wording {
  readonly #declaresSeats: boolean

  constructor(
    private readonly view: View,
    private readonly texts: Catalogue,
  ) {
    const bySeat = [`${view.game}.seat_`, `${view.game}.hand_`]
    this.#declaresSeats = Object.keys(texts).some((key) => bySeat.some((start) => key.startsWith(start)))
  }

  name(field: string): string {
    const own = ["field", "card", "player", "seat", "hand"].map((kind) => this.#own(`${kind}_${field}`))
    return own.find((text) => text !== undefined) ?? field.replaceAll("_", " ")
  }

  /** What the own entry of a field is called, whose cards are drawn. */
  hand(field: string): string {
    return this.#own(`hand_${field}`) || this.name(field)
  }

  /** Does the game say that a field holds this kind of thing? */
  has(kind: string, field: string): boolean {
    return this.#own(`${kind}_${field}`) !== undefined
  }

  isBySeat(field: string, value: unknown): value is unknown[] {
    if (!Array.isArray(value) || value.length !== this.view.players) return false
    if (this.#declaresSeats) return this.has("seat", field) || this.has("hand", field)
    return !this.has("card", field) && !this.has("player", field)
  }

  cards(value: unknown): Card[] {
    return [value].flat().map((one) => this.card(one))
  }

  card(value: unknown): Card {
    const [plain, shown] = [String(value), this.value(value)]
    if (plain !== shown) return { label: shown.charAt(0).toUpperCase(), word: shown }
    return SUIT.test(plain) ? { label: plain.slice(0, -1), word: plain.slice(-1) } : { label: plain, word: "" }
  }

  value(value: unknown): string {
    if (value === null || (Array.isArray(value) && value.length === 0)) return NOTHING
    if (typeof value === "boolean") return this.texts[value ? "web.value_on" : "web.value_off"] ?? String(value)
    if (typeof value === "string") return this.#own(`value_${value.replaceAll("-", "_")}`) ?? value
    if (Array.isArray(value)) {
      const shown = value.map((one) => this.value(one))
      return shown.join(shown.some((one) => one.includes(" ")) ? ", " : " ")
    }
    if (typeof value === "object")
      return Object.entries(value).map(([key, one]) => `${this.name(key)} ${this.value(one)}`).join(", ")
    return String(value)
  }

  #own(key: string): string | undefined {
    return this.texts[`${this.view.game}.${key}`]
  }
}
