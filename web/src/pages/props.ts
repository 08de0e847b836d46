// What the pages are given. Lobby, Games and NotFound take nothing; addresses give the others what they need.

import type { GameUi } from "../games/ui"
import type { TableWire } from "../wire.svelte"

/** /t/{id}, /tv/{id}, /replay/{id} */
export interface TableProps {
  id: string
}

/** /rules/{game}#{rule}; also shown in a sheet at the table. `rule` is "" for the beginning. */
export interface RulesProps {
  game: string
  rule: string
}

/** /learn/{game}; "" for the list of lessons. */
export interface LearnProps {
  game: string
}

/** /puzzles/{game}/{number}; "" for the list of games, null for the next puzzle that was not tried. */
export interface PuzzlesProps {
  game: string
  number: number | null
}

/** /score, /score/{game}, /score/{game}#{sheet} */
export interface ScoreProps {
  /** "" where none is chosen yet. */
  game: string
  /** The id of a sheet on this device, or one that a link brings. */
  sheet: string
}

/** /advisor, /advisor/{game}, /advisor/{game}#{table} */
export interface AdvisorPageProps {
  /** "" where none is chosen yet. */
  game: string
  /** The id of a table on this device, or `new.` and that of one with the same players. */
  table: string
}

/** Shown by the table's page in place of the board when the game is over. */
export interface ResultProps {
  wire: TableWire
  ui: GameUi
  /** As the log says them, by seat. */
  names: string[]
}
