// Asking what the strongest bot would do: once for each offer, again and again while the bot is busy.

import { postJson, Refused } from "../http"
import type { Fact, Hint, LegalMove, News, Offer } from "../messages"

/** So often a busy bot is asked again, with the pause that it wants in between: about a minute. */
const ATTEMPTS = 30

/** May one ask at this table? Only where nobody else but bots plays. */
export function mayAsk(news: News): boolean {
  return news.seat !== null && news.table.seats.filter((seat) => seat.who === "person").length === 1
}

export class Hints {
  /** Is the panel open? */
  open = $state(false)
  found: Hint | null = $state.raw(null)
  /** Why there is no hint. */
  wrong: Fact | null = $state.raw(null)
  /** The offer that was asked about; an answer to an older question is not wanted any more. */
  #asked: number | null = null

  constructor(private readonly table: string) {}

  async ask(offer: number | null): Promise<void> {
    this.open = true
    if (offer !== null && offer === this.#asked && this.wrong === null) return
    this.#asked = offer
    this.found = this.wrong = null
    for (let attempt = 1; this.open && this.#asked === offer; attempt += 1) {
      try {
        const found = await postJson<Hint>(`/api/tables/${this.table}/hint`, {})
        if (this.#asked === offer) this.found = found
        return
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused
        const { detail, retry_after } = refused.failure
        if (retry_after === null || attempt === ATTEMPTS) {
          if (this.#asked === offer) this.wrong = detail
          return
        }
        await new Promise((later) => setTimeout(later, 1000 * retry_after))
      }
    }
  }

  close(): void {
    this.open = false
  }

  /** The moves have changed: what was asked is out of date. */
  turned(offer: number | null): void {
    if (!this.open || offer === this.#asked) return
    this.close()
    this.#asked = null
    this.found = this.wrong = null
  }
}

export interface Line {
  /** null: to do nothing, as a bystander. */
  move: LegalMove | null
  loss: number
  error: number
  equal: boolean
  /** Per cent of the length of the longest bar. */
  from: number
  bar: number
  width: number
}

/** The longest bar stands for this share of the win at least: what is nearly equal must not look like a blunder. */
const SCALE = 0.08

/** The best move and those that come next, with bars to compare them; at most `most` of them. */
export function lines(hint: Pick<Hint, "moves">, offer: Pick<Offer, "moves">, most: number): Line[] {
  const shown = hint.moves.slice(0, most)
  const longest = Math.max(...shown.map(({ loss, error }) => loss + error), SCALE)
  const part = (share: number) => Math.round((1000 * Math.max(0, share)) / longest) / 10
  return shown.map(({ move, loss, error, equal }) => ({
    move: offer.moves.find((each) => each.move === move) ?? null,
    loss,
    error,
    equal,
    from: part(loss - error),
    bar: part(loss),
    width: part(loss + error) - part(loss - error),
  }))
}
