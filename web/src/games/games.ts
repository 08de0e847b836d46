// The games that there are, fetched when they are played.

import type { View } from "../messages"
import { reading } from "../language.svelte"
import type { GameUi } from "./ui"

const MODULES = import.meta.glob<{ ui: GameUi }>("./*/index.ts")

/** A game's part of the browser, with its texts; the generic one for a game that has none. */
export async function gameUi(game: string): Promise<GameUi<View>> {
  const own = MODULES[`./${game}/index.ts`]
  const fetchUi = own ?? (() => import("../generic"))
  const [module] = await Promise.all([fetchUi(), reading.need(game, "errors", "server")])
  return module.ui
}
