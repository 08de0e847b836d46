/** Ascending cards as runs of consecutive numbers. */
export function runs(cards: number[]): number[][] {
  const found: number[][] = []
  for (const card of cards) {
    const last = found.at(-1)
    if (last && last.at(-1) === card - 1) last.push(card)
    else found.push([card])
  }
  return found
}

/** "14–16", or "9" for a single card. */
export function written(run: number[]): string {
  return run.length === 1 ? `${run[0]}` : `${run[0]}–${run.at(-1)}`
}
