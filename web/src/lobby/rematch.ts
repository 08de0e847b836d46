// Once more, from the list of finished games: a rematch with the same people, or the same game set up anew.

import { postJson, Refused } from "../http"
import { follow } from "../pages/result/rematch"
import { freshNonce } from "../seat"
import type { Answer, Fact, OwnGame, Rematch } from "../messages"

/** The failures of a table or a seat that is there no more. */
const GONE = ["no_table", "no_seat", "closed"]

/** Opens the rematch, or joins it. Returns what went wrong; where the seat is gone, `anew` offers the game instead. */
export async function playAgain(game: OwnGame, anew?: (game: string) => void): Promise<Fact | null> {
  try {
    const command: Rematch = { do: "rematch", id: freshNonce() }
    const answer = await postJson<Answer>(`/api/tables/${game.table}/do`, command)
    if (answer.failure !== null) throw new Refused(answer.failure, 200)
    if (answer.next !== null) await follow(game.table, answer.next, true)
    return null
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused
    if (!GONE.includes(refused.failure.code) || anew === undefined) return refused.failure.detail
    anew(game.game)
    return null
  }
}
