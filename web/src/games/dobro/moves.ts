// The moves on offer by what they are done with.

import type { Fact } from "../../messages"
import type { MoveOf } from "../ui"
import type { DobroMove } from "./messages"

export type Move = MoveOf<DobroMove>

/** Moves that lay cards on the table. */
export function plays(moves: Move[]): Move[] {
  return moves.filter(({ info }) => info.cards.length > 0)
}

export function find(moves: Move[], kind: string): Move | undefined {
  return moves.find(({ info }) => info.kind === kind)
}

/** The number that Jokers are named, where nothing but Jokers is played. */
export function named({ info }: Move): number | null {
  return info.cards.length > 0 && info.cards.every((card) => card === "J") ? info.number : null
}

/** What a play does, for the button: the text before the new good number, and that number where it changes. */
export function outcome(move: Move): { text: Fact; good: number | null } {
  const { kind, cards, number, good, doubles } = move.info
  if (kind !== "play") return { text: { key: `dobro.web_play_${kind}` }, good: null }
  return { text: { key: `dobro.web_${words(cards, named(move) !== null, doubles)}`, args: { number: number ?? 0 } }, good }
}

function words(cards: string[], jokers: boolean, doubles: boolean): string {
  if (cards.length === 2) return jokers ? "jokers" : "pair"
  if (jokers) return doubles ? "joker_equal" : "joker"
  return doubles ? "equal" : "play"
}
