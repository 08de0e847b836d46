// What components say. Reactive: a sentence changes with the language.

import { reading } from "./language.svelte"
import type { Fact } from "./messages"
import { sentence } from "./sentences"

/** The sentence of a fact, with `reader`'s seat addressed as "you" and `names` by seat. */
export function say(fact: Fact, reader: number | null = null, names: readonly string[] = []): string {
  return sentence(reading.texts, reading.language, fact, reader, names)
}

/** A text by its key: `tell("web.seat", { seat: 1 })`. */
export function tell(key: string, args: NonNullable<Fact["args"]> = {}): string {
  return say({ key, args })
}

/** Is there such a text, as for options that only some games have? */
export function told(key: string): boolean {
  return key in reading.texts
}
