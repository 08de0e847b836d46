// What a game brings to its advisor. Everything else (seats, advice, what happened, undo) is the same for all; a game
// that brings nothing gets keys with words and a list of moves.

import type { Component } from "svelte"
import type { MoveOf } from "../games/ui"
import type { FollowedTable, MoveInfo, View } from "../messages"

export interface AdvisorProps<V extends View = View, M extends MoveInfo = MoveInfo> {
  /** The table as the server followed it last. */
  answer: Omit<FollowedTable, "view" | "moves"> & { view: V; moves: MoveOf<M>[] }
  names: string[]
  /** One's own. */
  seat: number
  /** What was tapped and is not entered yet. */
  draft: string[]
  /** Nothing can be entered now: the server has not answered yet. */
  locked: boolean
  /** Changes what is being tapped. */
  tap: (draft: string[]) => void
  enter: (line: string) => void
  /** Takes the last tap back. */
  undo: () => void
}

export interface GameAdvisor<V extends View = View, M extends MoveInfo = MoveInfo> {
  /** What stands under a player's name, in a few words. */
  remark: (view: V, seat: number) => string
  /** The card or the number that it is about. */
  Stage: Component<AdvisorProps<V, M>>
  /** What one has oneself: the cards in the hand. */
  Own?: Component<AdvisorProps<V, M>>
  /** What is tapped to enter a move, where two buttons are not enough. */
  Entry?: Component<AdvisorProps<V, M>>
  /** The buttons that enter a move. */
  Buttons: Component<AdvisorProps<V, M>>
  /** What is drawn on the key of a card, and how it is called. */
  Face: Component<{ value: string }>
  called: (value: string) => string
  /** So many keys stand in a row. */
  keys: number
  /** What to choose on one's own turn before anything is tapped, by the move that was advised. */
  preset?: (move: MoveOf<M>) => string[]
}

const PARTS = import.meta.glob<{ advisor: GameAdvisor }>("../games/*/advisor.ts")

/** A game's own part; the generic one for a game that has none. */
export async function gameAdvisor(game: string): Promise<GameAdvisor> {
  const own = PARTS[`../games/${game}/advisor.ts`] ?? (() => import("../generic/advisor"))
  return (await own()).advisor
}
