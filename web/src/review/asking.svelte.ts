// Having a finished game reviewed: asked for once, then again and again until it is ready.

import { postJson, Refused } from "../http"
import type { Failure, Review, ReviewProgress } from "../messages"
import { getJsonOrKept } from "../offline/kept"

const PAUSE = 700

export class Asking {
  /** Somebody wants it. */
  asked = $state(false)
  found: Review | null = $state.raw(null)
  progress: ReviewProgress | null = $state.raw(null)
  /** Why there is none. */
  failure: Failure | null = $state.raw(null)
  #left = false

  constructor(private readonly table: string) {}

  async ask(): Promise<void> {
    if (this.asked && this.failure === null) return
    this.asked = true
    this.failure = this.progress = null
    const path = `/api/tables/${this.table}/review`
    try {
      while (!this.#left) {
        this.progress = await postJson<ReviewProgress>(path, {})
        if (this.progress.ready) break
        await new Promise((later) => setTimeout(later, PAUSE))
      }
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      if (refused.failure.code !== "offline") {
        this.failure = refused.failure
        return
      }
    }
    if (!this.#left) await this.#fetch(path)
  }

  async #fetch(path: string): Promise<void> {
    try {
      this.found = await getJsonOrKept<Review>("games", path)
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      this.failure = refused.failure
    }
  }

  /** Nobody looks any more. The server goes on: the next one who asks gets it at once. */
  leave(): void {
    this.#left = true
  }
}
