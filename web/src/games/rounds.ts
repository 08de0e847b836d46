// What a round brought, line by line.

import type { TableInfo } from "../messages"

/** What a game's own summary of a round is given. */
export interface EndedProps<RoundEnd> {
  ended: RoundEnd
  table: TableInfo
  names: string[]
  /** The reader's; null for those who only watch. */
  seat: number | null
  close: () => void
}

export interface RoundLine {
  seat: number
  remark: string
  gain: string
  /** Cards in the player's pile, and what they are called. */
  pile?: { cards: number; name: string }
}

/** Who gained most comes first; equals by seat. */
export function byGain(gains: number[]): number[] {
  return gains.map((_, seat) => seat).sort((one, other) => gains[other]! - gains[one]! || one - other)
}
