// What a game brings to the browser. Everything else about a table (seats, log, turn, clocks) is the same for all.

import type { Component, Snippet } from "svelte"
import type { Explains } from "../explain/explanation"
import type { Fact, LegalMove, MoveInfo, Offer, TableInfo, View } from "../messages"

/** Where a board is shown: at one's own table, on the shared screen, on a phone beside it, in a replay. */
export type Place = "table" | "tv" | "pad" | "replay"

/** A move on offer, with what its game tells of it. */
export type MoveOf<M extends MoveInfo> = Omit<LegalMove, "info"> & { info: M }
export type OfferOf<M extends MoveInfo> = Omit<Offer, "moves"> & { moves: MoveOf<M>[] }

export interface BoardProps<V extends View = View, M extends MoveInfo = MoveInfo, E extends Fact = Fact> {
  view: V
  table: TableInfo
  place: Place
  /** What can be done now; null for spectators and when there is nothing. */
  offer: OfferOf<M> | null
  /** The connection is gone or a move is under way: nothing can be chosen. */
  locked: boolean
  /** Sends a move of the offer, or one of its attempts: the refusal explains itself. */
  act: (move: string) => void
  /** The head of the lower panel: whose turn, clock, and at its end the own figures that the board gives. Rendered by the
   *  board inside its `.me`. */
  turn: Snippet<[own?: Snippet]>
  /** Names by seat, as the log says them. */
  names: string[]
  /** What the game told so far, for what no view tells. */
  events?: E[]
  /** What was just revealed stays on the table until this is false: a lesson talks about it. */
  hold?: boolean
}

export interface SeatProps<V extends View = View> {
  view: V
  seat: number
}

/**
 * A card or coin that moves. Places are the values of `data-place` attributes: "seat:2", "deck", "stage", "hand:7". The
 * button that plays a move is the place "move:<move>", for lessons.
 */
export interface Flight {
  from: string
  to: string
  /** What is drawn while it flies: a component with its properties. */
  face: Component<any>
  props: Record<string, unknown>
  /** So many of them one after another (at most five are shown). */
  count?: number
}

export interface Column {
  /** Under the name of the criterion that decided a tie, the deciding numbers are lit. */
  title: Fact
  /** By seat. */
  values: string[]
}

export interface GameUi<V extends View = View, M extends MoveInfo = MoveInfo, E extends Fact = Fact> {
  /**
   * Renders `<main class="stage">` and, for a player, `<section class="me">` with `turn`, a `.hand` (see hand.ts; or
   * whatever stands in its row, of class `.handrow`) and the buttons, `.acts`. They lie in the table's grid
   * (look/frame.css), whose rows have fixed heights: a phase changes what is in them, never how high they are. The stage
   * has what remains, and is a size container: its contents measure themselves in `cqw` and `cqh`. What opens over it for
   * a moment is an `.over` inside `.me`.
   */
  Board: Component<BoardProps<V, M, E>>
  /** What stands in a player's seat panel under the name, in one line: counts, points. */
  Seat: Component<SeatProps<V>>
  /** The line under the title: first how far the game is, in a few words ("2 of 3"), then what else there is room for. */
  headline: (view: V) => Fact[]
  /** What moves when the game tells an event; `view` is the one before. */
  flights: (event: E, view: V) => Flight[]
  /** What a card, a pill, a number or a seat is, and what it means now: for a tap on it. */
  explain: Explains<V>
  /** The score table of the result page. */
  columns: (view: V) => Column[]
  /** The text of what the score counts, for a number `n`; points where it is missing. */
  unit?: string
  /** The class of the table, for the styles of the game: it may set `--seats`, the height of the seats. */
  look: string
  /** How long the last moment of a game stays on the table beyond the usual, in milliseconds. */
  linger?: number
}
