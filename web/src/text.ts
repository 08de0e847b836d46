// What components say. Reactive: a sentence changes with the language.

import { reading } from "./language.svelte"
import type { Fact } from "./messages"
import { sentence } from "./sentences"

/**
 * The sentence of a fact, with `reader`'s seat addressed as "you" and `names` by seat. It is empty for the moment in
 * which its texts are still being fetched.
 */
export function say(fact: Fact, reader: number | null = null, names: readonly string[] = []): string {
  const { texts, language } = reading
  const missing = keysOf(fact).filter((key) => !(key in texts) && !reading.knows(key.split(".")[0] ?? ""))
  return missing.length ? "" : sentence(texts, language, fact, reader, names)
}

/** The fact's own key and those of facts inside it. */
function keysOf(fact: Fact): string[] {
  const inner = Object.values(fact.args ?? {}).flat()
  return [fact.key, ...inner.flatMap((value) => (typeof value === "object" ? keysOf(value) : []))]
}

/** A text by its key: `tell("web.seat", { seat: 1 })`. */
export function tell(key: string, args: NonNullable<Fact["args"]> = {}): string {
  return say({ key, args })
}

/** Is there such a text, as for options that only some games have? */
export function told(key: string): boolean {
  return key in reading.texts
}
