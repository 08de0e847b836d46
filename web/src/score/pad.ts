// What a game brings to its score pad. Everything else about the pad (players, undo, the end, sharing) is the same for
// all; a game that brings nothing gets a pad drawn from the form that its score sheet describes.

import type { Component } from "svelte"
import type { Standing } from "../messages"
import type { Values } from "./sheet"

export interface PadProps<S extends Standing = Standing> {
  /** The sheet as the server counted it last. */
  standing: S
  names: string[]
  draft: Values[]
  /** The answer tells of the draft as it is now. */
  fresh: boolean
  /** The server cannot be reached. */
  away: boolean
  /** The player whose tab is chosen. */
  seat: number
  /** Takes the last tap back. */
  undo: () => void
  /** Changes what is being entered: one tap, which can be undone; `held` while the same one goes on. */
  tap: (draft: Values[], held?: boolean) => void
  choose: (seat: number) => void
}

/** The one button: what it says, and what it does. */
export interface Action {
  text: string
  /** Shows this player instead of writing. */
  next?: number
  /** Cannot be pressed now. */
  off: boolean
}

export interface GamePad<S extends Standing = Standing> {
  /** What is entered now. */
  Entry: Component<PadProps<S>>
  /** What stands beside it where there is room, and below it on a phone: a table, a ledger. */
  Beside?: Component<PadProps<S>>
  /** The text of what the totals count, for a number `n`; points where it is missing. */
  unit?: string
  /** A sign beside the number of a round, and what it means. */
  mark?: (standing: S, round: number, seat: number) => { sign: string; title: string } | null
  /** Does each player have a tab? */
  tabs: boolean
  /** What a tab says under the total; the place where it is missing. */
  remark?: (standing: S, seat: number) => string
  action: (props: PadProps<S>) => Action
}

/** Can what is being entered be written? While the server is away nobody knows better than the players. */
export function writable({ standing, draft, fresh, away }: Pick<PadProps, "standing" | "draft" | "fresh" | "away">): boolean {
  return draft.length > 0 && (away || (fresh && standing.complete))
}

const PADS = import.meta.glob<{ pad: GamePad }>("../games/*/pad.ts")

/** A game's own pad; the generic one for a game that has none. */
export async function gamePad(game: string): Promise<GamePad<Standing>> {
  const own = PADS[`../games/${game}/pad.ts`] ?? (() => import("../generic/pad"))
  return (await own()).pad
}
