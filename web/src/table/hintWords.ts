// A hint in words: the best move, and why it is better.

import type { Hint, LegalMove } from "../messages"
import { say, tell, told } from "../text"
import type { Line } from "./hints.svelte"
import { inGames, shortMove } from "./moveNames"

export function moveName(move: LegalMove | null, seat: number | null, names: readonly string[]): string {
  return move === null ? tell("web_hint.nothing") : shortMove(move, seat, names)
}

/** "The strongest bot would pass": in the game's own words, if it has some. */
export function bestWords(move: LegalMove | null, seat: number | null, names: readonly string[]): string {
  if (move !== null) {
    const [game = "", key = ""] = move.meaning.key.split(".")
    const own = `${game}.web_would_${key}`
    if (told(own)) return say({ key: own, args: move.meaning.args ?? {} }, seat, names)
  }
  return tell("web_hint.best", { move: moveName(move, seat, names) })
}

/** Why the best move is better, as far as that was computed; else what is about equal, or what the next one costs. */
export function whyWords(hint: Hint | null, lines: readonly Line[], seat: number | null, names: readonly string[], language: string): string {
  const [best, ...others] = lines
  if (best && hint?.reason.length) return hint.reason.map((fact) => say(fact, seat, names)).join(" ")
  const worse = others.find((line) => !line.equal)
  if (others.length === 0) return best ? tell("web_hint.only") : ""
  if (worse === undefined) return tell("web_hint.all_equal")
  const [games, move] = [inGames(worse.loss), moveName(worse.move, seat, names)]
  if (games < 1) return tell("web_hint.slightly", { move })
  const error = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.max(0.1, 100 * worse.error))
  return tell("web_hint.worse", { move, games, error })
}

/** What stands at the end of a move's line. */
export function amountWords(line: Line, best: boolean): string {
  if (best || line.equal) return tell(best ? "web_hint.is_best" : "web_hint.equal")
  const games = inGames(line.loss)
  return games < 1 ? tell("web_hint.below_one") : tell("web_hint.percent", { games })
}
