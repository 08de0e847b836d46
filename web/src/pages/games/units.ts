// Numbers of the statistics, and what the score of a game counts: a game may name it, points otherwise.

import { reading } from "../../language.svelte"
import { tell, told } from "../../text"

/** "points", "tugriks": without the number. */
export function unit(game: string, n: number): string {
  const own = `${game}.web_scored`
  return tell(told(own) ? own : "web_pages.points", { n })
}

/** With one decimal at most, as the reader writes it: "1.5", "−0,8". */
export function decimal(number: number): string {
  const format = new Intl.NumberFormat(reading.language, { maximumFractionDigits: 1, useGrouping: false })
  return format.format(number + 0).replace("-", "−")
}
