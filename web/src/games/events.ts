// The game's own events among all that is told at its table: the server speaks too.

import type { Fact } from "../messages"

/** What a game told. `E` are the events that it declares: messages.ts of the game has their types. */
export function eventsOf<E extends Fact>(game: string, facts: Fact[]): E[] {
  return facts.filter(({ key }) => key.startsWith(`${game}.`)) as E[]
}
