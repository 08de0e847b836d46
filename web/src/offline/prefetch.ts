// Rules of games, brought before somebody asks for them, so that they open without a network.

import { remember, remembered } from "../memory"
import { LANGUAGES } from "../sentences"
import { getTextOrKept } from "./kept"
import { safeAddress } from "./network.svelte"
import { savesData, whenIdle } from "./worker"

/** Which version of the pages, and which games, the kept rules were brought for. */
const MARK = "rules_kept"

export function keepRules(games: string[]): void {
  const mark = `${import.meta.url} ${games.join(" ")}`
  if (safeAddress() && !savesData() && remembered(MARK) !== mark) whenIdle(() => void bring(games, mark))
}

/** The rules are brought again with the next visit. */
export function forgetRules(): void {
  remember(MARK, null)
}

async function bring(games: string[], mark: string): Promise<void> {
  try {
    for (const language of LANGUAGES)
      for (const game of games) await getTextOrKept("documents", `/api/rules/${language}/${game}`)
  } catch {
    return // the next visit tries again
  }
  remember(MARK, mark)
}
