// Puzzles come from the server one by one. Those that were opened here open without a network, and so does the next one.

import type { Puzzle, PuzzleList } from "../messages"
import { getJsonOrKept } from "../offline/kept"
import { savesData, whenIdle } from "../offline/worker"

export function getPuzzles(): Promise<PuzzleList> {
  return getJsonOrKept<PuzzleList>("documents", "/api/puzzles")
}

export function getPuzzle(game: string, number: number): Promise<Puzzle> {
  return getJsonOrKept<Puzzle>("puzzles", `/api/puzzles/${game}/${number}`)
}

/** Brings a puzzle before somebody asks for it. */
export function expectPuzzle(game: string, number: number): void {
  if (!savesData()) whenIdle(() => void getPuzzle(game, number).catch(() => undefined))
}
