// Where a bubble stands: beside the thing that it speaks of, inside the screen, never over the buttons.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Placed {
  left: number
  top: number
  /** Is the bubble below its thing? Then the arrow is on top. */
  below: boolean
  /** Where the arrow is, from the bubble's left edge. */
  arrow: number
}

const MARGIN = 8
/** Room for the arrow, between the bubble and its thing. */
const GAP = 11
/** The arrow keeps away from the round corners. */
const CORNER = 20

/** `thing` is pointed at; the bubble stands above or below `around`, which holds it, where neither meets `buttons`. */
export function place(
  size: { width: number; height: number },
  thing: Box,
  around: Box,
  screen: { width: number; height: number },
  buttons: Box[],
): Placed {
  const middle = thing.left + thing.width / 2
  const above = { below: false, top: around.top - GAP - size.height }
  const below = { below: true, top: around.top + around.height + GAP }
  const wanted = around.top + around.height / 2 > screen.height / 2 ? [above, below] : [below, above]
  for (const each of wanted) {
    if (each.top < MARGIN || each.top + size.height > screen.height - MARGIN) continue
    const free = lefts(size, each.top, screen.width, buttons)
    if (free.length) return placed(each, nearest(free, middle - size.width / 2), middle, size.width)
  }
  // Too little room on either side: as near as it can be. The bubble may cover a part of its thing, but neither the buttons nor the edge.
  const away = (top: number) => Math.abs(top - (wanted[0]?.top ?? 0))
  const tops = Array.from({ length: Math.max(0, Math.floor((screen.height - MARGIN - size.height) / MARGIN)) }, (_, at) => MARGIN * (at + 1))
  for (const top of tops.sort((a, b) => away(a) - away(b))) {
    const free = lefts(size, top, screen.width, buttons)
    const near = { below: top > around.top, top }
    if (free.length) return placed(near, nearest(free, middle - size.width / 2), middle, size.width)
  }
  return placed({ below: true, top: MARGIN }, MARGIN, middle, size.width)
}

type Span = [from: number, to: number]

/** The left edges at which a bubble of this size meets no button. */
function lefts(size: { width: number; height: number }, top: number, width: number, buttons: Box[]): Span[] {
  let free: Span[] = [[MARGIN, width - MARGIN - size.width]]
  for (const button of buttons) {
    if (top + size.height + MARGIN <= button.top || top >= button.top + button.height + MARGIN) continue
    const [from, to] = [button.left - MARGIN - size.width, button.left + button.width + MARGIN]
    free = free.flatMap(([low, high]): Span[] => [[low, Math.min(high, from)], [Math.max(low, to), high]])
  }
  return free.filter(([low, high]) => low <= high)
}

function nearest(free: Span[], wanted: number): number {
  const tries = free.map(([low, high]) => Math.min(Math.max(wanted, low), high))
  return tries.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best))
}

function placed(at: { below: boolean; top: number }, left: number, middle: number, width: number): Placed {
  return { ...at, left, arrow: Math.min(Math.max(middle - left, CORNER), width - CORNER) }
}
