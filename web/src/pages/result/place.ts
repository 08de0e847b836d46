// Your own place in words: "Second of four", and how far it was from the win.

import type { Fact, View } from "../../messages"

export interface OwnPlace {
  place: number
  title: Fact
  /** Who won, how far away that was, or who has as many. */
  more: Fact[]
}

export function ownPlace({ places, scores, winners }: Pick<View, "places" | "scores" | "winners">, seat: number, names: readonly string[]): OwnPlace {
  const place = places?.[seat] ?? 0
  const won = place === 1 && winners?.length === 1
  return { place, title: won ? { key: "web_pages.won.you" } : placeTitle(places ?? [], place), more: [...wonBy(winners ?? [], seat, names), distance(scores ?? [], winners ?? [], seat, names)] }
}

/** A place in words that address nobody, as in a picture for others. */
export function placeTitle(places: readonly number[], place: number): Fact {
  const sharing = places.filter((other) => other === place).length
  const nth: Fact = { key: "web_pages.nth", args: { n: place } }
  const shared: Fact = { key: "web_pages.shared_by", args: { n: sharing } }
  if (sharing > 1) return place === 1 ? { key: "web_pages.own_win_shared", args: { shared } } : { key: "web_pages.own_place_shared", args: { nth, shared } }
  return { key: "web_pages.own_place", args: { nth, many: { key: "web_pages.of_many", args: { n: places.length } } } }
}

function wonBy(winners: readonly number[], seat: number, names: readonly string[]): Fact[] {
  if (winners.includes(seat)) return []
  const players = winners.map((winner) => names[winner] ?? "")
  return [players.length > 1 ? { key: "web_pages.winners_are", args: { players } } : { key: "web_pages.winner_is", args: { players } }]
}

function distance(scores: readonly number[], winners: readonly number[], seat: number, names: readonly string[]): Fact {
  const own = scores[seat] ?? 0
  const equal = scores.flatMap((score, other) => (other !== seat && score === own ? [names[other] ?? ""] : []))
  const won = winners.includes(seat)
  if (equal.length && (won || scores[winners[0] ?? 0] === own)) return { key: "web_pages.as_many_as", args: { players: equal } }
  const others = scores.filter((_, other) => other !== seat)
  if (!won) return { key: "web_pages.short_by", args: { n: Math.abs((scores[winners[0] ?? 0] ?? 0) - own) } }
  return { key: "web_pages.ahead_by", args: { n: Math.min(...others.map((score) => Math.abs(score - own))) } }
}
