// The rules of a game on one page: a goal, and rows of one idea each, as the game's texts tell them.

import type { Catalogue } from "../../sentences"

/** "summary_goal" and "summary_1" to "summary_9"; null for a game without a summary. */
export function summaryRows(game: string, texts: Catalogue): string[] | null {
  if (!(`${game}.summary_goal` in texts)) return null
  const rows = Array.from({ length: 9 }, (_, at) => `${game}.summary_${at + 1}`)
  return rows.filter((key) => key in texts)
}
