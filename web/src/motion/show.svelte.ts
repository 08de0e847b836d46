// What is on the screen: news one after another, with what moved in between. Never far behind what is known.

import { tick } from "svelte"
import { eventsOf } from "../games/events"
import type { Flight, GameUi } from "../games/ui"
import type { Fact, News } from "../messages"
import { cardSound } from "../table/sound.svelte"
import { fly, type Flying } from "./flight"
import { pulsing } from "./pulse"
import { fade, still, time } from "./tempo"

/** More than this many waiting news are not played but shown at once. */
const TOO_MANY = 3
/** All motions of one news together take at most so long, in milliseconds. */
const LONGEST = 2600

/** Where news come from: the connection to a table, or a lesson. */
export interface Feed {
  /** The newest, and all that was told with it. */
  readonly news: News | null
  readonly facts: Fact[]
  /** What has arrived and is not shown yet. */
  readonly arrived: News[]
  /** Takes the next of these. */
  next(): News | undefined
}

export class Show {
  /** What is shown now; null before the first news. */
  news: News | null = $state.raw(null)
  /** What was told, as far as it was shown. */
  facts: Fact[] = $state.raw([])
  /** Things on their way. */
  flying: Flying[] = $state.raw([])
  /** Is something moving? A tap finishes it. */
  moving = $state(false)

  /** What was told up to the news that is shown, without facts that are still moving. */
  #settled: Fact[] = []
  #finish: (() => void) | null = null
  #restUntil = 0

  constructor(
    private readonly wire: Feed,
    private readonly ui: () => GameUi | null,
  ) {
    if (wire.arrived.length || wire.news === null) return
    this.news = wire.news
    this.facts = this.#settled = wire.facts
  }

  /** Shows what has arrived, until there is no more. To be called whenever something arrives. */
  async play(): Promise<void> {
    if (this.moving) return
    this.moving = true
    try {
      for (let next = this.wire.next(); next !== undefined; next = this.wire.next()) await this.#show(next)
    } finally {
      this.moving = false
    }
  }

  /** A tap: whatever moves arrives at once. */
  finish(): void {
    this.#restUntil = 0
    this.#finish?.()
  }

  async #show(news: News): Promise<void> {
    const ui = this.ui()
    const before = this.news
    const quick = this.wire.arrived.length >= TOO_MANY || document.visibilityState === "hidden"
    if (before?.view && news.view && ui && news.since === before.seq && !quick) await this.#move(news, before, ui)
    if (news.since === 0) this.#settled = news.facts
    else if (news.since === before?.seq) this.#settled = [...this.#settled, ...news.facts]
    const pulse = pulsing()
    this.facts = this.#settled
    this.news = news
    this.flying = []
    await tick()
    pulse()
  }

  async #move(news: News, before: News, ui: GameUi): Promise<void> {
    await this.#rest()
    const ends = performance.now() + LONGEST
    let told = this.facts
    for (const fact of news.facts) {
      const { view } = before
      const flights = view ? eventsOf(view.game, [fact]).flatMap((event) => ui.flights(event, view)) : []
      if (flights.length && performance.now() <= ends && this.wire.arrived.length < TOO_MANY) {
        this.facts = told
        await this.#until(this.#motion(flights, before.seat))
        cardSound()
        this.#restUntil = performance.now() + time("--m-hold")
      }
      told = [...told, fact] // told when it has arrived, not before: with the next motion, or with the news
    }
  }

  #motion(flights: Flight[], seat: number | null): { done: Promise<unknown>; finish: () => void } {
    if (still()) return fade(flights.map((flight) => flight.to), seat)
    return fly(flights, seat, (flying) => {
      this.flying = flying
    })
  }

  /** A result stays readable before the next thing moves, less so when more is waiting. */
  async #rest(): Promise<void> {
    const share = this.wire.arrived.length > 0 ? 0.4 : 1
    const wait = (this.#restUntil - performance.now()) * share
    if (wait > 0) await this.#until({ done: new Promise((resolve) => setTimeout(resolve, wait)), finish: () => {} })
  }

  async #until(motion: { done: Promise<unknown>; finish: () => void }): Promise<void> {
    const tapped = new Promise<void>((resolve) => {
      this.#finish = () => {
        motion.finish()
        resolve()
      }
    })
    await Promise.race([motion.done, tapped])
    this.#finish = null
  }
}
