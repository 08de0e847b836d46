// Short tones, made by the browser itself. Off unless one has switched them on.

import { remember, remembered } from "../memory"

type Tune = "turn" | "refused" | "over" | "nudge"
/** Hertz and seconds of each note. */
const TUNES: Record<Tune, [number, number][]> = {
  turn: [[523, 0.09], [784, 0.16]],
  refused: [[196, 0.14]],
  nudge: [[784, 0.1], [784, 0.1], [988, 0.2]],
  over: [[523, 0.1], [659, 0.1], [784, 0.22]],
}
const LOUDNESS = 0.08

let on = $state(remembered("sound") === "on")
let context: AudioContext | undefined

export function soundOn(): boolean {
  return on
}

export function switchSound(next: boolean): void {
  on = next
  remember("sound", next ? "on" : null)
  if (next) sound("turn")
}

export function sound(tune: Tune): void {
  if (!on) return
  context ??= new AudioContext()
  let at = context.currentTime + 0.01
  for (const [pitch, length] of TUNES[tune]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.type = "triangle"
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(LOUDNESS, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + length)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length
  }
}
