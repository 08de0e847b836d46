/** How long to wait before the next attempt: 1, 2, 4, 8, then 15 seconds, in milliseconds. */
export class Patience {
  #attempts = 0

  next(): number {
    const wait = Math.min(15, 2 ** this.#attempts) * 1000
    this.#attempts += 1
    return wait
  }

  reset(): void {
    this.#attempts = 0
  }
}
