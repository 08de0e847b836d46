// The score pad of No Thanks!: everybody's cards and chips, which have to add up.

import type { GamePad } from "../../score/pad"
import { entryOf } from "../../score/sheet"
import { tell } from "../../text"
import type { NoThanksStanding } from "./messages"
import Entry from "./PadEntry.svelte"

export const pad: GamePad<NoThanksStanding> = {
  Entry,
  tabs: true,
  action: ({ standing, names, draft, seat, fresh, away }) => {
    if (fresh && !away && standing.complete) return { text: tell("score_pad.result"), off: false }
    const others = names.map((_, at) => (seat + 1 + at) % names.length)
    const next = others.find((at) => entryOf(draft, at) === undefined) ?? others[0]!
    return { text: tell("score_pad.next", { name: names[next]! }), next, off: false }
  },
}
