// Where a replay stands, and the playing by itself.

const PAUSE = 1400

export class Player {
  at = $state(0)
  playing = $state(false)
  speed = $state(1)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly last: () => number) {}

  go(to: number): void {
    this.at = Math.min(Math.max(to, 0), this.last())
    if (this.playing) this.#wait()
  }

  toggle(): void {
    if (this.playing) return this.stop()
    if (this.at >= this.last()) this.at = 0
    this.playing = true
    this.#wait()
  }

  stop(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (this.at >= this.last()) return this.stop()
    this.#timer = setTimeout(() => this.go(this.at + 1), PAUSE / this.speed)
  }
}
