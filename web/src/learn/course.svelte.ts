// A lesson that is being played: step by step, each with things to do. It knows no rules: what happens stands in the
// lesson, and only what is asked can be done.

import type { Fact, Lesson, LessonFrame, LessonStep, LessonTask, News } from "../messages"
import { Show, type Feed } from "../motion/show.svelte"
import { time } from "../motion/tempo"
import type { GameUi } from "../games/ui"
import { finishLesson, firstStep, reachStep } from "./lessons"

/** Something moves; something is asked; a position has come to its end, and one looks at it; the lesson is over. */
export type Phase = "moving" | "asked" | "seen" | "over"

const SEAT = 0

class Frames implements Feed {
  news: News | null = null
  facts: Fact[] = []
  arrived: News[] = []

  next(): News | undefined {
    return this.arrived.shift()
  }
}

export class Course {
  /** Counted from 0. */
  step = $state(0)
  task = $state(0)
  phase: Phase = $state("moving")
  /** The step that the coach speaks about: the next one only when all that leads to it has been shown. */
  spoken = $state(0)
  /** Changes with every new position: then the board is drawn anew. */
  scene = $state(0)
  /** What was tapped already, where several things are to be tapped. */
  tapped: string[] = $state.raw([])
  readonly show: Show
  #frames = new Frames()
  #seq = 0
  /** Counts what was begun, so that what goes on in the meantime knows that it is out of date. */
  #run = 0

  constructor(
    readonly lesson: Lesson,
    ui: GameUi,
  ) {
    this.show = new Show(this.#frames, () => ui)
    void this.#begin(firstStep(lesson))
  }

  get now(): LessonStep {
    return this.lesson.steps[this.step]!
  }

  get asked(): LessonTask | null {
    return this.phase === "asked" ? (this.now.tasks[this.task] ?? null) : null
  }

  /** What was revealed stays, as long as one is asked about it. */
  get hold(): boolean {
    return (this.phase === "asked" || this.phase === "moving") && (this.now.tasks[this.task]?.hold ?? false)
  }

  /** The places that are still to be touched. */
  get places(): string[] {
    return this.asked?.places.filter((place) => !this.tapped.includes(place)) ?? []
  }

  /** Is it the move that is asked for? Then the lesson goes on. */
  play(move: string): boolean {
    if (this.asked === null || this.asked.move !== move) return false
    this.#done()
    return true
  }

  /** Is it a thing that is to be tapped? */
  tap(place: string): boolean {
    if (this.asked === null || this.asked.move !== null || !this.places.includes(place)) return false
    this.tapped = [...this.tapped, place]
    if (this.places.length === 0) this.#done()
    return true
  }

  /** To the next thing to do: what moves arrives, what is asked is done. */
  skip(): void {
    this.show.finish()
    if (this.phase === "asked") this.#done()
    else if (this.phase === "seen") void this.#begin(this.step + 1)
  }

  again(): void {
    void this.#begin(0)
  }

  leave(): void {
    this.#run += 1
    this.show.finish()
  }

  #done(): void {
    this.tapped = []
    if (this.task + 1 < this.now.tasks.length) void this.#ask(this.task + 1)
    else if (this.now.after.length) void this.#end()
    else void this.#begin(this.step + 1)
  }

  async #begin(step: number): Promise<void> {
    if (step >= this.lesson.steps.length) return this.#finish()
    this.step = step
    reachStep(this.lesson.game, step)
    if (this.now.tasks.length) await this.#ask(0)
    else await this.#end()
  }

  async #ask(task: number): Promise<void> {
    this.phase = "moving"
    this.task = task
    if (await this.#play(this.now.tasks[task]!.frames, task === 0 && this.now.fresh)) this.#rest("asked")
  }

  async #end(): Promise<void> {
    this.phase = "moving"
    if (!(await this.#play(this.now.after, this.now.fresh && this.now.tasks.length === 0))) return
    if (this.step + 1 < this.lesson.steps.length) this.#rest("seen")
    else this.#finish()
  }

  #rest(phase: Phase): void {
    this.phase = phase
    this.spoken = this.step
  }

  #finish(): void {
    this.#rest("over")
    finishLesson(this.lesson.game)
  }

  /** Shows frames; false if something else was begun meanwhile. */
  async #play(frames: LessonFrame[], fresh: boolean): Promise<boolean> {
    const run = (this.#run += 1)
    for (const [at, frame] of frames.entries()) {
      if (at > 0 && frame.facts.length === 0) await new Promise((resolve) => setTimeout(resolve, time("--m-hold")))
      if (run !== this.#run) return false
      const begins = fresh && at === 0
      if (begins) this.scene += 1
      this.#frames.arrived = [this.#news(frame, begins)]
      await this.show.play()
    }
    return run === this.#run
  }

  #news({ facts, view, offer }: LessonFrame, begins: boolean): News {
    const since = begins ? 0 : this.#seq
    this.#seq += 1
    const { table } = this.now
    const nothing = { now: 0, undo: false, deadlines: [], left: [], waits: [], lead_at: null, lost: null, chat: null }
    return { say: "news", seq: this.#seq, since, seat: SEAT, table, view, offer, facts, ...nothing }
  }
}
