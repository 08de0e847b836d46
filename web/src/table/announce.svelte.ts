// Tells that it is one's turn and what can be done: to a screen reader at once, by sound and notice if they are on.

import type { News } from "../messages"
import { gameTitle } from "../names"
import { say, tell } from "../text"
import { buzz } from "./haptics.svelte"
import { notify } from "./notify.svelte"
import { sound } from "./sound.svelte"

/** More moves than this are not all read out. */
const SPOKEN = 6

export class Announcer {
  words = $state("")
  #offer: number | null = null
  #over = false

  hear(news: News, names: string[]): void {
    if (news.table.status === "over") {
      if (!this.#over) sound("over")
      this.#over = true
      this.words = ""
      return
    }
    const bot = news.seat !== null && (news.table.seats[news.seat]?.away ?? false)
    const number = news.offer?.must && !bot ? news.offer.number : null
    if (number === this.#offer) return
    this.#offer = number
    this.words = number === null ? "" : this.#turn(news, names)
    if (number === null) return
    sound("turn")
    buzz("turn")
    void notify(gameTitle(news.table.game), tell("web.your_turn"), `/t/${news.table.id}`)
  }

  /** One has decided: what could be done is not said any longer. */
  acted(): void {
    this.words = ""
  }

  /** The decision was refused: it is still one's turn. */
  refused(news: News, names: string[]): void {
    if (news.offer?.must) this.words = this.#turn(news, names)
  }

  /** Somebody reminds one that it is one's turn. */
  nudged(news: News, names: string[], by: number): void {
    this.words = say({ key: "web_table.nudged_you", args: { player: by } }, news.seat, names)
    sound("nudge")
    buzz("nudge")
    void notify(gameTitle(news.table.game), this.words, `/t/${news.table.id}`)
  }

  #turn(news: News, names: string[]): string {
    const moves = news.offer?.moves ?? []
    const said = moves.slice(0, SPOKEN).map((move) => say(move.meaning, news.seat, names))
    const more = moves.length - said.length
    const all = more > 0 ? [...said, tell("web.and_more", { n: more })] : said
    return tell("web.turn_can", { moves: all.join("; ") })
  }
}
