// Who played what in the trick: the view tells the plays, the story tells the players.

import type { DobroEvent, DobroPlayed, TrickPlay } from "./messages"

/** The cards that an event tells to have been laid on the table; none for any other event. */
export function laid({ key, args }: DobroEvent): string[] {
  switch (key) {
    case "dobro.played":
    case "dobro.doubled":
      return played(args.play)
    case "dobro.skipped":
      return ["S"]
    case "dobro.reversed":
      return ["R"]
    default:
      return []
  }
}

/** By play of the trick: the seat that made it; null where nobody told. Plays that were taken back are passed over. */
export function playersOf(trick: TrickPlay[], events: DobroEvent[]): (number | null)[] {
  const told = events.filter((event) => laid(event).length > 0)
  const found: (number | null)[] = []
  for (const { cards } of trick.toReversed()) {
    const at = told.findLastIndex((event) => same(laid(event), cards))
    found.unshift(at < 0 ? null : (told[at]!.args as { player: number }).player)
    if (at >= 0) told.splice(at)
  }
  return found
}

function same(one: string[], other: string[]): boolean {
  return [...one].sort().join() === [...other].sort().join()
}

/** The cards of a play as it is told. */
function played(play: DobroPlayed["args"]["play"]): string[] {
  const number = String(play.args.number)
  switch (play.key) {
    case "dobro.pair":
      return [number, number]
    case "dobro.with_joker":
      return [number, "J"]
    case "dobro.jokers_as":
      return ["J", "J"]
    case "dobro.joker_as":
      return ["J"]
    case "dobro.number":
      return [number]
  }
}
