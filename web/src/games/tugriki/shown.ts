// A challenged hand, which is shown to the challenger alone (TG-26).

import type { Fact } from "../../messages"
import { cardIn } from "./cards"

export interface Shown {
  other: number
  cards: string[]
  /** Guilty or innocent, in words. */
  verdict: Fact | null
}

/** The last hand among these facts, or null. */
export function shownIn(facts: Fact[]): Shown | null {
  const at = facts.findLastIndex((fact) => fact.key === "tugriki.shown")
  const args = facts[at]?.args
  if (args === undefined || !Array.isArray(args.cards)) return null
  const cards = args.cards.flatMap((card) => cardIn(card) ?? [])
  const verdict = facts.slice(at).find((fact) => fact.key === "tugriki.guilty" || fact.key === "tugriki.innocent")
  return { other: Number(args.other), cards, verdict: verdict ?? null }
}
