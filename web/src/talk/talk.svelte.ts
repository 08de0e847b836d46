// Talking at a table: what is open, what was read, and how often one may react.

import type { TableWire } from "../wire.svelte"
import type { EmoteName } from "./emotes"

/** The server takes one reaction of a seat every two seconds; a little more, for the way there. */
const PAUSE = 2100

export class Talk {
  open: "panel" | "chat" | null = $state(null)
  #read = $state(0)
  #reacted = -Infinity
  #opened = false

  constructor(private readonly wire: TableWire) {}

  /** Has one a seat? Whoever only watches says nothing. */
  get mayTalk(): boolean {
    return (this.wire.news?.seat ?? null) !== null
  }

  /** Can the people in the seats write to each other? */
  get mayWrite(): boolean {
    const table = this.wire.news?.table
    return this.mayTalk && table !== undefined && table.chat && !table.public && table.status !== "closed"
  }

  /** Lines of others that were not read yet. */
  get unread(): number {
    if (!this.mayWrite) return 0
    return this.wire.chat.filter(({ number, seat }) => number > this.#read && seat !== this.wire.news?.seat).length
  }

  /** To be called whenever lines come: those that were there before oneself, or come while one looks, are read. */
  hear(): void {
    if (this.#opened && this.open !== "chat") return
    this.#opened = true
    this.#read = Math.max(0, ...this.wire.chat.map(({ number }) => number))
  }

  toggle(): void {
    this.open = this.open === null ? "panel" : null
  }

  write(): void {
    this.open = "chat"
    this.hear()
  }

  close(): void {
    this.open = null
  }

  /** Shows a reaction or a phrase, and closes the panel. A second one at once is dropped, not kept for later. */
  react(emote: EmoteName): void {
    this.open = null
    if (Date.now() - this.#reacted < PAUSE) return
    this.#reacted = Date.now()
    void this.wire.send({ do: "emote", emote })
  }
}
