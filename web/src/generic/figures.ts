// What the view of any game tells, in words. The same as src/koloda/terminal/generic.py, which says what the texts of a
// game can do about it.

import type { View } from "../messages"
import type { Catalogue } from "../sentences"

export interface Figure {
  name: string
  value: string
}

export interface Figures {
  /** Of the table. */
  facts: Figure[]
  bySeat: Figure[][]
}

/** Fields that the table shows without words: whose turn it is, and the result. */
const SHOWN_ELSEWHERE = new Set([
  "game", "seat", "players", "actors", "over", "scores", "winners", "places", "ranking", "turn",
])
const NOTHING = "–"

export function figures(view: View, texts: Catalogue, names: readonly string[]): Figures {
  const wording = new Wording(view, texts)
  const found: Figures = { facts: [], bySeat: Array.from({ length: view.players }, () => []) }
  for (const [field, value] of Object.entries(view) as [string, unknown][]) {
    const name = wording.name(field)
    if (SHOWN_ELSEWHERE.has(field) || value === null || name === "") continue
    if (wording.isBySeat(field, value))
      value.forEach((one, seat) => found.bySeat[seat]?.push({ name, value: wording.value(one) }))
    else if (wording.isPlayer(field) && typeof value === "number")
      found.facts.push({ name, value: names[value] ?? String(value + 1) })
    else found.facts.push({ name, value: wording.value(value) })
  }
  return found
}

/** How the texts of a view's game call things. */
class Wording {
  readonly #declaresSeats: boolean

  constructor(
    private readonly view: View,
    private readonly texts: Catalogue,
  ) {
    this.#declaresSeats = Object.keys(texts).some((key) => key.startsWith(`${view.game}.seat_`))
  }

  name(field: string): string {
    const own = ["field", "player", "seat"].map((kind) => this.#own(`${kind}_${field}`))
    return own.find((text) => text !== undefined) ?? field.replaceAll("_", " ")
  }

  isPlayer(field: string): boolean {
    return this.#own(`player_${field}`) !== undefined
  }

  isBySeat(field: string, value: unknown): value is unknown[] {
    if (!Array.isArray(value) || value.length !== this.view.players) return false
    return !this.#declaresSeats || this.#own(`seat_${field}`) !== undefined
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
