// How fast the game goes and whether things move, as this device keeps it. The tokens of the look follow.

import { remember, remembered } from "../memory"
import { forget } from "./tempo"

export type Speed = "slow" | "normal" | "fast"
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast"]

function kept(): Speed {
  const found = remembered("speed")
  return SPEEDS.find((speed) => speed === found) ?? "normal"
}

let chosen: Speed = $state(kept())
let resting = $state(remembered("still") === "on")

export function speed(): Speed {
  return chosen
}

export function chooseSpeed(next: Speed): void {
  chosen = next
  remember("speed", next === "normal" ? null : next)
  applyPace()
}

/** Has one switched animation off here? The system's setting counts besides (`still` in tempo.ts). */
export function withoutAnimation(): boolean {
  return resting
}

export function switchAnimation(on: boolean): void {
  resting = !on
  remember("still", on ? null : "on")
  applyPace()
}

export function applyPace(): void {
  const { dataset } = document.documentElement
  if (chosen === "normal") delete dataset.speed
  else dataset.speed = chosen
  if (resting) dataset.still = ""
  else delete dataset.still
  forget()
}
