// Asks the server what a table comes to after every line, and then, on one's own turn, what the strongest bot would do.
// The last answer stays until the next one comes; while the server is away it is asked again and again.

import { postJson, Refused } from "../http"
import type { Fact, FollowedTable, Hint, RealTable as Question } from "../messages"
import type { RealTable } from "./table"

/** Milliseconds between attempts while the server is away. */
const AGAIN = [1000, 2000, 5000]

export class Following {
  answer: FollowedTable | null = $state.raw(null)
  hint: Hint | null = $state.raw(null)
  /** The server cannot be reached: the lines are kept, and followed later. */
  away = $state(false)
  /** Why the lines cannot be followed. */
  refusal: Fact | null = $state.raw(null)
  /** Why there is no advice. */
  wrong: Fact | null = $state.raw(null)
  #answered: RealTable | null = $state.raw(null)
  #wanted: RealTable | null = $state.raw(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0

  constructor(private readonly onanswer: (answer: FollowedTable) => void) {}

  /** Does the last answer tell of the lines as they are now? */
  get current(): boolean {
    return this.#answered !== null && this.#answered.entries === this.#wanted?.entries
  }

  /** The table has changed: its lines, or only what is being tapped. */
  want(table: RealTable): void {
    const same = this.#wanted?.entries === table.entries
    this.#wanted = table
    if (same) return
    this.hint = this.wrong = null
    this.#attempts = 0
    this.#after(0)
  }

  /** The network is back. */
  hurry = (): void => {
    if (this.away) this.#after(0)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#wanted = null
  }

  #after(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), milliseconds)
  }

  async #ask(): Promise<void> {
    const table = this.#wanted
    if (table === null) return
    const advice = this.current && this.answer?.can_advise === true
    try {
      const { names, seat, options, entries } = table
      const question: Question = { names, seat, options, entries, advice }
      const found = await postJson<FollowedTable>(`/api/advisor/${table.game}`, question)
      if (this.#wanted?.entries !== entries) return
      this.away = false
      this.refusal = null
      this.#attempts = 0
      this.answer = found
      this.#answered = table
      if (found.hint !== null) this.hint = found.hint
      else {
        this.onanswer(found)
        if (found.can_advise) this.#after(0)
      }
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      if (this.#wanted?.entries === table.entries) this.#failed(table, refused, advice)
    }
  }

  #failed(table: RealTable, { failure, status }: Refused, advice: boolean): void {
    if (status === 0 || status >= 500 || status === 429) {
      const busy = failure.retry_after !== null
      this.away = !busy
      this.#after(busy ? 1000 * failure.retry_after! : AGAIN[Math.min(this.#attempts++, AGAIN.length - 1)]!)
    } else if (advice) {
      this.wrong = failure.detail
    } else {
      this.away = false
      this.refusal = failure.detail
      this.#answered = table
    }
  }
}
