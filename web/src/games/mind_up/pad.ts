// The score pad of Mind Up!: the order of values once a round, then everybody's colours, cards and marks.

import { signed } from "../../numbers"
import { writable, type GamePad } from "../../score/pad"
import { tell } from "../../text"
import type { MindUpStanding } from "./messages"
import Entry from "./PadEntry.svelte"
import Beside from "./PadRounds.svelte"
import { openingOf } from "./opening"

export const pad: GamePad<MindUpStanding> = {
  Entry,
  Beside,
  tabs: true,
  remark: (standing, seat) => {
    const laid = standing.laid[seat]
    return laid ? signed(laid.points) : "…"
  },
  action: (props) => {
    const { standing, names, draft, seat, fresh, away } = props
    if (openingOf(standing, draft).open) return { text: tell("mind_up.web_pad_arrange"), off: true }
    const done = draft.filter((values) => values.seat !== undefined).length === names.length
    if (writable(props) && (!away || done)) return { text: tell("score_pad.write_round", { number: standing.round_no }), off: false }
    const others = names.map((_, at) => (seat + 1 + at) % names.length)
    const short = (at: number) => !fresh || standing.laid[at]?.cards !== standing.of_cards
    const next = others.find((at) => at !== seat && short(at)) ?? others[0]!
    return { text: tell("score_pad.next", { name: names[next]! }), next, off: false }
  },
}
