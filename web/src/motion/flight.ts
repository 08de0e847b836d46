// Cards and coins on their way: one arc each, one after another, at most five of a kind.

import { tick, type Component } from "svelte"
import type { Flight } from "../games/ui"
import { cardWidth, placeOf } from "./places"
import { curve, time } from "./tempo"

export interface Flying {
  key: number
  face: Component<any>
  props: Record<string, unknown>
  /** The width of a card in flight. */
  width: number
}

const MOST = 5
const USUAL_WIDTH = 44

let keys = 0

/** Shows the things in flight by `draw` and moves them; they are gone when it is done. */
export function fly(
  flights: Flight[],
  seat: number | null,
  draw: (flying: Flying[]) => void,
): { done: Promise<unknown>; finish: () => void } {
  const ways = flights.flatMap((flight) => {
    const [from, to] = [placeOf(flight.from, seat), placeOf(flight.to, seat)]
    if (from === null || to === null) return []
    const [start, end] = [cardWidth(from), cardWidth(to)]
    const width = Math.max(start ?? 0, end ?? 0) || USUAL_WIDTH
    const scales = [(start ?? end ?? width) / width, (end ?? start ?? width) / width] as const
    return Array.from({ length: Math.min(flight.count ?? 1, MOST) }, () => ({
      flying: { key: (keys += 1), face: flight.face, props: flight.props, width },
      from,
      to,
      scales,
    }))
  })
  const animations: Animation[] = []
  let finished = false
  const move = async () => {
    draw(ways.map((way) => way.flying))
    await tick()
    if (finished) return
    ways.forEach((way, at) => {
      const element = document.querySelector<HTMLElement>(`[data-flight="${way.flying.key}"]`)
      if (element !== null) animations.push(arc(element, way.from, way.to, way.scales, at * time("--m-beat")))
      if (way.from.matches("[data-place^='hand:']")) way.from.style.visibility = "hidden"
    })
    await Promise.allSettled(animations.map((animation) => animation.finished))
    // They end within a frame. What changes then is a task of its own, or the frame would take as long as both.
    await new Promise((later) => setTimeout(later))
  }
  const land = () => {
    for (const way of ways) way.from.style.visibility = ""
    draw([])
  }
  return {
    done: move().then(land),
    finish: () => {
      finished = true
      animations.forEach((animation) => animation.finish())
      land()
    },
  }
}

function arc(
  element: HTMLElement,
  from: HTMLElement,
  to: HTMLElement,
  scales: readonly [number, number],
  delay: number,
): Animation {
  const [a, b] = [middle(from), middle(to)]
  const lift = Math.min(60, Math.hypot(b.x - a.x, b.y - a.y) * 0.14)
  const at = (x: number, y: number, scale: number) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`
  return element.animate(
    [
      { transform: at(a.x, a.y, scales[0]), opacity: 1 },
      { transform: at((a.x + b.x) / 2, (a.y + b.y) / 2 - lift, (scales[0] + scales[1]) / 2), opacity: 1 },
      { transform: at(b.x, b.y, scales[1]), opacity: 1 },
    ],
    { duration: time("--m-fly"), delay, easing: curve("--e-out"), fill: "both" },
  )
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
