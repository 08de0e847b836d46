// Number cards in words and marks.

import type { Fact } from "../../messages"

import type { Card } from "./messages"
import { signed } from "../../numbers"

/** A card as the log names it: "37 (blue, +1)". */
export function named({ number, colour, mark }: Card): Fact {
  const args = { number, colour: { key: `mind_up.${colour}` } }
  return mark === 0
    ? { key: "mind_up.card_unmarked", args }
    : { key: "mind_up.card", args: { ...args, mark: signed(mark) } }
}
