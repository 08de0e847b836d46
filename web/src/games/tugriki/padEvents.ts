// Events that move tugriks, in words.

import type { Values } from "../../score/sheet"
import { tell } from "../../text"

/** What happens to one player in a round. */
export const EVENTS = ["pay", "penalty", "rob", "checked", "caught", "win"] as const

/** "Vera: pays 1", before the server has said what it does. */
export function wordOf(event: Values, names: string[]): string {
  const what = tell(`tugriki.web_pad_${event.do}`, { tugriks: 0 })
  const name = typeof event.seat === "number" ? names[event.seat] : undefined
  return name === undefined ? what : tell("tugriki.web_pad_who_what", { name, what })
}
