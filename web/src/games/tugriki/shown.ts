// A challenged hand, which is shown to the challenger alone (TG-26).

import { cardIn } from "./cards"
import type { TugrikiEvent, TugrikiGuilty, TugrikiInnocent } from "./messages"

export interface Shown {
  other: number
  cards: string[]
  /** Guilty or innocent, in words. */
  verdict: TugrikiGuilty | TugrikiInnocent | null
}

/** The last hand among these events, or null. */
export function shownIn(events: TugrikiEvent[]): Shown | null {
  const shown = events.findLast((event) => event.key === "tugriki.shown")
  if (shown === undefined) return null
  const { other, cards } = shown.args
  const later = events.slice(events.lastIndexOf(shown))
  const verdict = later.find((event) => event.key === "tugriki.guilty" || event.key === "tugriki.innocent")
  return { other, cards: cards.map(cardIn), verdict: verdict ?? null }
}
