// The pad of a game that brings none: drawn from the form that its score sheet describes.

import { writable, type GamePad } from "../score/pad"
import { tell } from "../text"
import Beside from "./PadBeside.svelte"
import Entry from "./PadEntry.svelte"

export const pad: GamePad = {
  Entry,
  Beside,
  tabs: false,
  action: (props) => ({ text: tell("score_pad.write"), off: !writable(props) }),
}
