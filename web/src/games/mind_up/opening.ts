// The opening of a round on the pad: the order of values, and the goals.

import { numbersIn, wordsIn, type Values } from "../../score/sheet"
import type { MindUpStanding } from "./messages"

export interface Opening {
  order: number[]
  goals: string[]
  /** Something is still to be chosen. */
  open: boolean
}

export function openingOf(standing: MindUpStanding, draft: readonly Values[]): Opening {
  const values = draft.find((entry) => entry.order !== undefined)
  const order = numbersIn(values, "order")
  const goals = wordsIn(values, "goals")
  return { order, goals, open: order.length < standing.values.length || goals.length < standing.of_goals }
}

/** The draft with another opening, which always comes first. */
export function withOpening(draft: readonly Values[], order: number[], goals: string[]): Values[] {
  return [goals.length ? { order, goals } : { order }, ...draft.filter((entry) => entry.order === undefined)]
}
