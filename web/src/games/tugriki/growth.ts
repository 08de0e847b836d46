// How the places of a row grow for fingers. A column is narrower than a finger, so a place grows away from the row's
// cards, and is touched as far as the row's end on that side (look/look.md: rows for fingers).

export interface Growth {
  /** Away from the cards: to lower ranks, to higher ones; to both sides between cards, over one, or for a first 5. */
  side: "low" | "high" | "mid"
  /** Empty columns on that side, up to the row's end or the next card. */
  free: number
  /** So many other places lie further out. */
  outer: number
  /** A card ends the free columns, not the row's end. */
  closed: boolean
}

/** For the place in column `at`: `filled` says which columns have a card, `lit` which are places. */
export function growth(at: number, filled: readonly boolean[], lit: readonly boolean[]): Growth {
  const five = (filled.length - 1) / 2
  const mid: Growth = { side: "mid", free: 0, outer: 0, closed: false }
  if (at === five || filled[at]) return mid
  const step = at < five ? -1 : 1
  let free = 0
  let outer = 0
  let to = at + step
  for (; to in filled && !filled[to]; to += step) {
    free += 1
    if (lit[to]) outer += 1
  }
  const closed = to in filled
  return closed && free === 0 ? mid : { side: step < 0 ? "low" : "high", free, outer, closed }
}
