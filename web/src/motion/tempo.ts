// How fast things move: the tokens of the look, and what the reader prefers.

import { placeOf } from "./places"

const STILL = matchMedia("(prefers-reduced-motion: reduce)")
const known = new Map<string, string>()
STILL.addEventListener("change", forget)

/** The tokens have changed, as with another pace. */
export function forget(): void {
  known.clear()
}

/** A token of the look. It is read from the style sheets once: reading it anew would lay the page out each time. */
function token(name: string): string {
  const root = document.documentElement
  const set = root.style.getPropertyValue(name)
  if (set) return set
  const read = known.get(name) ?? getComputedStyle(root).getPropertyValue(name).trim()
  if (read) known.set(name, read)
  return read
}

/** A duration of the look in milliseconds; a packed style sheet says ".9s" for "900ms". */
export function time(name: string): number {
  const said = token(name)
  return (parseFloat(said) || 0) * (said.endsWith("ms") ? 1 : 1000)
}

export function curve(name: string): string {
  return token(name) || "ease-out"
}

/** Does the reader want things to stay still, by the system's settings or by ours? */
export function still(): boolean {
  return STILL.matches || "still" in document.documentElement.dataset
}

const FADE = 120

/** Instead of a flight: where it would end, the place appears anew. */
export function fade(places: string[], seat: number | null): { done: Promise<unknown>; finish: () => void } {
  const fades = [...new Set(places)].flatMap((place) => {
    const element = placeOf(place, seat)
    return element ? [element.animate({ opacity: [0.35, 1] }, { duration: FADE })] : []
  })
  return {
    done: Promise.allSettled(fades.map((animation) => animation.finished)),
    finish: () => fades.forEach((animation) => animation.finish()),
  }
}
