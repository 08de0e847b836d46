// Talking at a table: what is open, what was read, and how often one may react.

import type { TableWire } from "../wire.svelte"
import type { EmoteName } from "./emotes"

/** The server takes one reaction of a seat every two seconds; a little more, for the way there. */
const PAUSE = 2100

export class Talk {
  open: "panel" | "chat" | null = $state(null)
  #read = $state(0)
  #reacted = -Infinity

  /** What was written before one came counts as read. */
  constructor(private readonly wire: TableWire) {
    this.read()
  }

  /** Has one a seat? Whoever only watches says nothing, and people who share one device just speak. */
  get mayTalk(): boolean {
    return (this.wire.news?.seat ?? null) !== null && !this.wire.news?.table.pass_and_play
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

  /** Everything that is there has been seen. */
  read(): void {
    this.#read = Math.max(0, ...this.wire.chat.map(({ number }) => number))
  }

  toggle(): void {
    this.open = this.open === null ? "panel" : null
  }

  write(): void {
    this.open = "chat"
    this.read()
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
