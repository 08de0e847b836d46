// Asks the server what a sheet comes to, a moment after the last tap. The last answer stays until the next one comes;
// while the server is away it is asked again and again.

import { postJson, Refused } from "../http"
import type { Fact, ScoreSheet as Question, Standing } from "../messages"
import type { Language } from "../sentences"
import type { Counted } from "./kept"
import type { ScoreSheet } from "./sheet"

/** Milliseconds after a tap, and between attempts while the server is away. */
const SOON = 120
const AGAIN = [1000, 2000, 5000]

export class Counting {
  counted: Counted | null = $state.raw(null)
  /** The server cannot be reached: the sheet is kept, and counted later. */
  away = $state(false)
  /** Why the sheet cannot be counted. */
  refusal: Fact | null = $state.raw(null)
  /** The sheet of which the last answer tells. */
  #answered: ScoreSheet | null = $state.raw(null)
  #wanted: ScoreSheet | null = $state.raw(null)
  #language: Language = "en"
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking = false
  #attempts = 0

  constructor(
    counted: Counted | null,
    private readonly onanswer: (counted: Counted) => void,
  ) {
    this.counted = counted
  }

  get standing(): Standing | null {
    return this.counted?.standing ?? null
  }

  /** Does the last answer tell of the sheet as it is now? */
  get current(): boolean {
    return this.#answered !== null && this.#answered === this.#wanted
  }

  /** The sheet has changed. */
  want(sheet: ScoreSheet, language: Language): void {
    const first = this.#wanted === null
    this.#wanted = sheet
    this.#language = language
    this.#attempts = 0
    this.#after(first ? 0 : SOON)
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
    const sheet = this.#wanted
    if (sheet === null || this.#asking) return
    this.#asking = true
    try {
      const { names, options, written, draft } = sheet
      const question: Question = { names, options, entries: written.flat(), draft, language: this.#language }
      const standing = await postJson<Standing>(`/api/score/${sheet.game}`, question)
      this.counted = { standing, written: written.length }
      this.#answered = sheet
      this.away = false
      this.refusal = null
      this.#attempts = 0
      if (this.#wanted === sheet) this.onanswer(this.counted)
    } catch (refused) {
      this.#failed(sheet, refused)
    } finally {
      this.#asking = false
      if (this.#wanted !== null && this.#wanted !== sheet) this.#after(0)
    }
  }

  #failed(sheet: ScoreSheet, refused: unknown): void {
    if (!(refused instanceof Refused)) throw refused
    const { failure, status } = refused
    if (status === 0 || status >= 500 || status === 429) {
      this.away = status !== 429
      const wait = failure.retry_after === null ? AGAIN[Math.min(this.#attempts++, AGAIN.length - 1)]! : failure.retry_after * 1000
      this.#after(wait)
      return
    }
    this.away = false
    this.refusal = failure.detail
    this.#answered = sheet
  }
}
