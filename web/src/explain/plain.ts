// A refusal in plain words: no notation, no ids of rules. The ids lead to the rules.

import type { Fact, Failure } from "../messages"

const RULES = /\s*\(((?:[A-Z]{2,4}-\d+(?:, )?)+)\)/g

/** What to say: the reason alone, where the move would have to be quoted as it is written in records. */
export function refusalFact({ detail }: Failure): Fact {
  const reason = detail.args?.reason
  if (detail.key !== "errors.not_legal") return detail
  return typeof reason === "object" && !Array.isArray(reason) ? reason : detail
}

export interface Plain {
  text: string
  rules: string[]
}

/** "Red 0 is not possible yet: a row starts with its 5 (TG-7)." becomes a sentence without the id, and the id. */
export function plain(said: string): Plain {
  const rules = [...said.matchAll(RULES)].flatMap(([, ids]) => (ids ?? "").split(", "))
  const text = said.replace(RULES, "").replace(/\.$/, "")
  return { text: text.charAt(0).toLocaleUpperCase() + text.slice(1), rules: [...new Set(rules)] }
}
