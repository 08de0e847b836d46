// What the text of a move says: `7`, `J=7`, `6+6`, `6+J`, `J+J=6`, `skip`, `reverse` lay cards; `take`, `draw`, `end` do not.

import type { Fact, Move } from "../../messages"

const WORDS: Record<string, string> = { skip: "S", reverse: "R", take: "", draw: "", end: "" }

/** The cards that a move lays on the table. */
export function laid(move: string): string[] {
  const cards = WORDS[move] ?? move.split("=")[0]!
  return cards ? cards.split("+") : []
}

/** The number that Jokers are named, where a move names one. */
export function named(move: string): number | null {
  const number = move.split("=")[1]
  return number === undefined ? null : Number(number)
}

/** A card played alone, as it is written. A Joker has to be named something: the most it can be. */
export function alone(card: string): string {
  return { S: "skip", R: "reverse", J: "J=12" }[card] ?? card
}

export function plays(moves: Move[]): Move[] {
  return moves.filter((each) => laid(each.move).length > 0)
}

export function find(moves: Move[], move: string): Move | undefined {
  return moves.find((each) => each.move === move)
}

/** A count that a meaning tells. */
export function count(meaning: Fact | undefined, name: string): number {
  const value = meaning?.args?.[name]
  return typeof value === "number" ? value : 0
}

/** What a play does, for the button: the text before the new good number, and that number where it changes. */
export function outcome(move: Move): { text: Fact; good: number | null } {
  const play = move.meaning.args?.play as Fact | undefined
  if (!play) return { text: { key: `web_dobro.play_${move.move}` }, good: null }
  const args = { number: count(play, "number") }
  const good = count(move.meaning, "good")
  const doubles = move.meaning.key === "dobro.can_double"
  if (play.key === "dobro.number") return { text: { key: doubles ? "web_dobro.equal" : "web_dobro.play", args }, good }
  if (play.key === "dobro.joker_as") return { text: { key: doubles ? "web_dobro.joker_equal" : "web_dobro.joker", args }, good }
  return { text: { key: play.key === "dobro.jokers_as" ? "web_dobro.jokers" : "web_dobro.pair", args }, good }
}
