// The games that there are, fetched when they are played.

import type { View } from "../messages"
import { reading } from "../language.svelte"
import type { GameUi } from "./ui"

const MODULES = import.meta.glob<{ ui: GameUi }>("./*/index.ts")

/** A game's part of the browser, with its texts. */
export async function gameUi(game: string): Promise<GameUi<View>> {
  const fetchUi = MODULES[`./${game}/index.ts`]
  if (fetchUi === undefined) throw new Error(`There is no game "${game}" here.`)
  const [module] = await Promise.all([fetchUi(), reading.need(game, `web_${game}`, "errors", "server")])
  return module.ui
}
