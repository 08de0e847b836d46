// The advisor of Dobro: the good number, your hand, and keys for what is played.

import type { GameAdvisor } from "../../advisor/advisor"
import { say, tell } from "../../text"
import Buttons from "./AdvisorButtons.svelte"
import Entry from "./AdvisorEntry.svelte"
import Face from "./AdvisorFace.svelte"
import Stage from "./AdvisorStage.svelte"
import Own from "./AdvisorHand.svelte"
import "./colour.css"
import "./look.css"
import type { DobroMove, DobroView } from "./messages"
import { cardName } from "./names"

export const advisor: GameAdvisor<DobroView, DobroMove> = {
  remark: (view, seat) => tell("dobro.advisor_remark", { hand: view.hand_sizes[seat] ?? 0, pile: view.pile_sizes[seat] ?? 0 }),
  Stage,
  Own,
  Entry,
  Buttons,
  Face,
  called: (value) => say(cardName(value)),
  keys: 7,
  preset: ({ info }) => (info.kind === "play" && info.cards.every((card) => card === "J") ? [...info.cards, `=${info.number}`] : info.cards),
}
