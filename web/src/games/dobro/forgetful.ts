// The mark of the forgetful card in a table of rounds.

import { tell } from "../../text"
import type { DobroStanding } from "./messages"

export function forgetful(standing: DobroStanding, round: number, seat: number): { sign: string; title: string } | null {
  if (standing.forgot[round] !== seat) return null
  return { sign: tell("dobro.web_pad_sign"), title: tell("dobro.web_pad_with_forgetful") }
}
