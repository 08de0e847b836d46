// The score pad of Dobro: a row for each player.

import { writable, type GamePad } from "../../score/pad"
import { tell } from "../../text"
import type { DobroStanding } from "./messages"
import Entry from "./PadEntry.svelte"
import Beside from "./PadRounds.svelte"
import { forgetful } from "./forgetful"

export const pad: GamePad<DobroStanding> = {
  Entry,
  Beside,
  tabs: false,
  mark: forgetful,
  action: (props) => ({
    text: props.standing.tied.length ? tell("dobro.web_pad_write_sums") : tell("score_pad.write_round", { number: props.standing.round_no }),
    off: !writable(props),
  }),
}
