// What is said about a game of one's own: with whom, when, whose turn, which place.

import { reading } from "../language.svelte"
import type { OwnGame } from "../messages"
import { isMyTurn } from "../ownGames"
import { tell } from "../text"

/** "Boris, Vera and 2 bots". */
export function company(game: OwnGame): string {
  const people = game.names.filter((name, seat) => name !== "" && seat !== game.seat)
  const bots = game.names.filter((name) => name === "").length - (game.open ?? 0)
  const all = bots > 0 ? [...people, tell("web.n_bots", { n: bots })] : people
  return all.length ? listed(all) : tell("web.nobody_yet")
}

/** English as these pages write it: "2 and 3", "12 November". */
function tag(): string {
  return reading.language === "en" ? "en-GB" : reading.language
}

function listed(words: string[]): string {
  return new Intl.ListFormat(tag(), { type: "conjunction" }).format(words)
}

/** "yesterday", "12 November". */
export function day(at: number, now: number = Date.now()): string {
  const then = new Date(at)
  const today = new Date(now)
  const days = Math.round((midnight(then) - midnight(today)) / 86_400_000)
  if (days > -2 && days < 2) return new Intl.RelativeTimeFormat(reading.language, { numeric: "auto" }).format(days, "day")
  const year = then.getFullYear() === today.getFullYear() ? {} : { year: "numeric" as const }
  return new Intl.DateTimeFormat(tag(), { day: "numeric", month: "long", ...year }).format(then)
}

function midnight(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}

/** "1st of 4". */
export function placed(game: OwnGame): string {
  const n = game.place ?? 0
  const ordinal = new Intl.PluralRules(reading.language, { type: "ordinal" }).select(n)
  return tell(`web.place_${["one", "two", "few"].includes(ordinal) ? ordinal : "other"}`, { n, of: game.names.length })
}

/** What stands under the game's name. */
export function about(game: OwnGame): string {
  if (game.status === "over") return (game.place ?? null) === null ? day(game.at) : `${day(game.at)} · ${placed(game)}`
  if (isMyTurn(game) || game.status === "waiting") return company(game)
  const due = (game.due ?? []).map((seat) => game.names[seat] || tell("web.a_bot"))
  if (due.length === 1) return tell("web.moves_now", { player: due[0] ?? "" })
  return due.length ? tell("web.waiting_for", { n: due.length }) : company(game)
}
