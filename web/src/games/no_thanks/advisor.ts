// The advisor of No Thanks!: the card on offer, the chips on it, and two buttons.

import type { GameAdvisor } from "../../advisor/advisor"
import { tell } from "../../text"
import Buttons from "./AdvisorButtons.svelte"
import Face from "./AdvisorFace.svelte"
import Stage from "./AdvisorStage.svelte"
import "./colour.css"
import "./look.css"
import type { NoThanksMove, NoThanksView } from "./messages"
import { runs, written } from "./runs"

export const advisor: GameAdvisor<NoThanksView, NoThanksMove> = {
  remark: (view, seat) => runs(view.taken[seat] ?? []).map(written).join(" · ") || tell("no_thanks.web_no_cards"),
  Stage,
  Buttons,
  Face,
  called: (value) => value,
  keys: 7,
}
