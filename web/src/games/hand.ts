// How the cards of a hand lie: in one line, or in two from nine cards on (eight where the screen is narrow). The style
// sheet (look/frame.css) places each card by these numbers, so that none jumps when another one leaves.

const ONE_LINE = 8
/** Cards side by side on a phone that shows the hand alone, in so many lines; then there are more in a line. */
const ON_A_PAD = 4
const LINES_ON_A_PAD = 3

export interface Spread {
  class: string
  style: string
}

/** The class and the style of a `.hand` with so many cards and places. */
export function spread(cards: number, pad = false): Spread {
  const lines = cards > ONE_LINE && !pad ? "hand two" : cards === ONE_LINE && !pad ? "hand eight" : "hand"
  const half = Math.max(Math.ceil(cards / 2), 1)
  const columns = pad ? balanced(cards, Math.max(ON_A_PAD, Math.ceil(cards / LINES_ON_A_PAD))) : half
  const rows = Math.max(Math.ceil(cards / columns), 1)
  return { class: lines, style: `--n: ${Math.max(cards, 1)}; --cols: ${columns}; --rows: ${rows}${pad ? `; --half-of-all: ${half}` : ""}` }
}

/** The columns for so many cards in lines of at most `most`, so that none is left alone in its line. */
export function balanced(cards: number, most: number): number {
  const rows = Math.max(Math.ceil(cards / most), 1)
  return Math.max(Math.ceil(cards / rows), 1)
}
