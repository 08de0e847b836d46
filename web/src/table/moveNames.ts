// Moves in a few words, where a description would be too long.

import type { LegalMove } from "../messages"
import { say, told } from "../text"

/**
 * A game's own short text of a move (`web_short_<move>`, with the arguments of its description, and {cards} for those
 * that are played), else the description up to its first remark.
 */
export function shortMove(move: LegalMove, reader: number | null, names: readonly string[]): string {
  const [game = "", key = ""] = move.meaning.key.split(".")
  const own = `${game}.web_short_${key}`
  if (told(own)) return capital(say({ key: own, args: { cards: move.info.cards, ...move.meaning.args } }, reader, names))
  const text = say(move.meaning, reader, names)
  return capital(text.split(/: |; | \(/)[0] ?? text)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A share of the win as games in a hundred. */
export function inGames(share: number): number {
  return Math.round(100 * share)
}
