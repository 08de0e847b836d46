// How fast things move: the tokens of the look, and what the reader prefers.

import { placeOf } from "./places"

/** A duration of the look in milliseconds; a packed style sheet says ".9s" for "900ms". */
export function time(token: string): number {
  const said = getComputedStyle(document.documentElement).getPropertyValue(token).trim()
  return (parseFloat(said) || 0) * (said.endsWith("ms") ? 1 : 1000)
}

export function curve(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim() || "ease-out"
}

/** Does the reader want things to stay still, by the system's settings or by ours? */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || "still" in document.documentElement.dataset
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
