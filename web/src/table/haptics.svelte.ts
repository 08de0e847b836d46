// A short buzz where the device can: on one's turn, at a nudge, when one lays a card, when a move is refused. Off until
// asked.

import { remember, remembered } from "../memory"
import { touched } from "../touched"

type Buzz = "turn" | "nudge" | "laid" | "refused"
/** Milliseconds of buzzing, pause, buzzing, ... */
const BUZZES: Record<Buzz, number[]> = { turn: [30, 60, 30], nudge: [30, 60, 30, 60, 30], laid: [12], refused: [60] }

let on = $state(remembered("haptics") === "on")

export function canBuzz(): boolean {
  return "vibrate" in navigator
}

export function buzzing(): boolean {
  return on
}

export function switchBuzzing(next: boolean): void {
  on = next
  remember("haptics", next ? "on" : null)
  if (next) buzz("turn")
}

export function buzz(what: Buzz): void {
  if (on && canBuzz() && touched()) navigator.vibrate(BUZZES[what])
}
