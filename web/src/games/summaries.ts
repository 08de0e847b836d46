// The pictures of the rules on one page, fetched when they are read. A game of another package has the texts alone.

import type { Component } from "svelte"

export interface SummaryPictures {
  /** Draws a row of the summary, from 1; 0 is the fan of cards beside the title. */
  Picture: Component<{ row: number }>
  /** The class that gives the head its colours, `--g` and `--g-on`. */
  look: string
}

const MODULES = import.meta.glob<{ pictures: SummaryPictures }>("./*/summary.ts")

export async function summaryPictures(game: string): Promise<SummaryPictures | null> {
  const found = MODULES[`./${game}/summary.ts`]
  return found === undefined ? null : (await found()).pictures
}

/** The games that have a summary with pictures. */
export const ILLUSTRATED = Object.keys(MODULES).map((path) => path.split("/")[1] ?? "")
