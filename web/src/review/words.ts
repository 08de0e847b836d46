// Moves of a review in words, and reasons.

import type { Fact, LegalMove } from "../messages"
import { shortMove } from "../table/moveNames"
import { say, tell } from "../text"

/** A move in a few words; null: nothing was done. */
export function moveName(move: LegalMove | null, reader: number | null, names: readonly string[]): string {
  return move === null ? tell("web_review.nothing") : shortMove(move, reader, names)
}

/** Why a move is better than another, in a sentence; empty where nothing stands out. */
export function reasonOf({ reason }: { reason: Fact[] }, reader: number | null, names: readonly string[]): string {
  return reason.map((fact) => say(fact, reader, names)).join(" ")
}
