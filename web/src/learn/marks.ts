// Where the things are that a lesson speaks of: the elements with these `data-place`s, and the boxes around them.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A finger needs at least so many pixels. */
const TOUCH = 44
const AROUND = 4

/** What is seen of these places; a place may be several things, as two equal cards are. */
export function elementsAt(root: ParentNode, places: readonly string[]): HTMLElement[] {
  return places.flatMap((place) => [
    ...root.querySelectorAll<HTMLElement>(`[data-place="${CSS.escape(place)}"]`),
  ]).filter((element) => element.checkVisibility())
}

/** What can be touched, never too small for a finger, and how far inside it the ring around the thing itself lies. */
export interface Target extends Box {
  inset: [x: number, y: number]
}

export function around({ left, top, width, height }: Box): Target {
  const [wide, high] = [Math.max(width + 2 * AROUND, TOUCH), Math.max(height + 2 * AROUND, TOUCH)]
  const inset: Target["inset"] = [(wide - width) / 2 - AROUND, (high - height) / 2 - AROUND]
  return { left: left + width / 2 - wide / 2, top: top + height / 2 - high / 2, width: wide, height: high, inset }
}

export interface Tail {
  /** From the left edge of the bubble, in pixels. */
  x: number
  up: boolean
}

const CORNER = 26

/** Where the tail of a bubble begins that points at a thing. */
export function tailTo(thing: Box, bubble: Box): Tail {
  const middle = thing.left + thing.width / 2 - bubble.left
  return {
    x: Math.round(Math.min(Math.max(middle, CORNER), bubble.width - CORNER)),
    up: thing.top + thing.height / 2 < bubble.top + bubble.height / 2,
  }
}
