// Moves of a review in words.

import type { LegalMove } from "../messages"
import { shortMove } from "../table/moveNames"
import { tell } from "../text"

/** A move in a few words; null: nothing was done. */
export function moveName(move: LegalMove | null, reader: number | null, names: readonly string[]): string {
  return move === null ? tell("web_review.nothing") : shortMove(move, reader, names)
}
