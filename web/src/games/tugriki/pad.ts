// The score pad of Tugriki: who, and what happened. The bank is always in sight.

import { writable, type GamePad } from "../../score/pad"
import { say, tell } from "../../text"
import type { TugrikiStanding } from "./messages"
import Entry from "./PadEntry.svelte"
import Beside from "./PadLedger.svelte"
import { wordOf } from "./padEvents"

export const pad: GamePad<TugrikiStanding> = {
  Entry,
  Beside,
  tabs: true,
  unit: "tugriki.web_scored",
  remark: (standing, seat) => {
    if (!standing.playing.includes(seat)) return tell("tugriki.web_out")
    return standing.places[seat] ? tell("score_pad.place", { place: standing.places[seat] }) : ""
  },
  action: (props) => {
    const { standing, names, draft, fresh, away, seat } = props
    const event = draft[0]
    if (event === undefined) return { text: tell("tugriki.web_pad_what"), off: true }
    if (event.seat !== undefined && event.seat !== seat && event.do !== "lend" && event.do !== "start") return { text: tell("tugriki.web_pad_what"), off: true }
    const effect = fresh && !away && standing.effect ? say(standing.effect, null, names) : wordOf(event, names)
    return { text: effect, off: !writable(props) }
  },
}
