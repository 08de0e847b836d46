// The advisor of a game that brings no part of its own: keys with words, and all moves as a list.

import type { GameAdvisor } from "../advisor/advisor"
import Buttons from "./AdvisorButtons.svelte"
import Face from "./AdvisorFace.svelte"
import Stage from "./AdvisorStage.svelte"

export const advisor: GameAdvisor = {
  remark: () => "",
  Stage,
  Buttons,
  Face,
  called: (value) => value,
  keys: 5,
}
