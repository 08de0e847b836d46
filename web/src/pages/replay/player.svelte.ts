// Where a replay stands, and the playing by itself.

const PAUSE = 1400

/** What moves on the way to the next step. */
export interface Motion {
  done: Promise<unknown>
  finish: () => void
}

export class Player {
  at = $state(0)
  playing = $state(false)
  speed = $state(1)
  #timer: ReturnType<typeof setTimeout> | undefined
  #under: { to: number; motion: Motion } | null = null

  constructor(
    private readonly last: () => number,
    /** Shows what moves from the step before to this one. */
    private readonly move: (to: number) => Motion,
  ) {}

  /** To a step; to the next one with what moves. */
  go(to: number): void {
    const wanted = Math.min(Math.max(to, 0), this.last())
    this.#arrive()
    if (wanted !== this.at + 1) return this.#set(wanted)
    const under = { to: wanted, motion: this.move(wanted) }
    this.#under = under
    void under.motion.done.then(() => {
      if (this.#under === under) this.#arrive()
    })
  }

  /** One step on or back, from where one is going. */
  step(by: number): void {
    this.go((this.#under?.to ?? this.at) + by)
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
    this.#arrive()
  }

  #arrive(): void {
    const under = this.#under
    this.#under = null
    if (under === null) return
    under.motion.finish()
    this.#set(under.to)
  }

  #set(to: number): void {
    this.at = to
    if (this.playing) this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (this.at >= this.last()) return this.stop()
    this.#timer = setTimeout(() => this.step(1), PAUSE / this.speed)
  }
}
