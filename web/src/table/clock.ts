// The time, for what counts down.

import { createSubscriber } from "svelte/reactivity"

const ticking = createSubscriber((tick) => {
  const timer = setInterval(tick, 500)
  return () => clearInterval(timer)
})

/** The time, renewed twice a second while something on the screen reads it. */
export function currentTime(): number {
  ticking()
  return Date.now()
}

/** 24 s → "0:24", 75 min → "1:15:00", three days "72:00:00". */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (n: number) => String(n).padStart(2, "0")
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
