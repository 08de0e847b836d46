// The pictures of the games; a game of another package has a plain one.

import PLAIN from "../generic/tile.svg?raw"

const PICTURES = import.meta.glob<string>("../games/*/tile.svg", { query: "?raw", import: "default", eager: true })

export function picture(game: string): string {
  return PICTURES[`../games/${game}/tile.svg`] ?? PLAIN
}
