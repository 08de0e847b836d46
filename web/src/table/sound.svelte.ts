// Short tones, made by the browser itself. Off unless one has switched them on.

import { remember, remembered } from "../memory"
import { touched } from "../touched"

type Tune = "turn" | "refused" | "over" | "nudge"
/** Hertz and seconds of each note. */
const TUNES: Record<Tune, [number, number][]> = {
  turn: [[523, 0.09], [784, 0.16]],
  refused: [[196, 0.14]],
  nudge: [[784, 0.1], [784, 0.1], [988, 0.2]],
  over: [[523, 0.1], [659, 0.1], [784, 0.22]],
}
const LOUDNESS = 0.08
/** A card on the table: a moment of noise, as paper makes it. Seconds, hertz. */
const RUSTLE = { length: 0.07, pitch: 2100 }

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
  if (!on || !touched()) return
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

/** A card or coin that lands. */
export function cardSound(): void {
  if (!on || !touched()) return
  context ??= new AudioContext()
  const { sampleRate, currentTime, destination } = context
  const noise = context.createBuffer(1, Math.round(RUSTLE.length * sampleRate), sampleRate)
  const samples = noise.getChannelData(0)
  samples.forEach((_, at) => (samples[at] = (2 * Math.random() - 1) * (1 - at / samples.length) ** 2))
  const [source, band, volume] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()]
  source.buffer = noise
  band.type = "bandpass"
  band.frequency.value = RUSTLE.pitch
  volume.gain.value = 4 * LOUDNESS
  source.connect(band).connect(volume).connect(destination)
  source.start(currentTime)
}
