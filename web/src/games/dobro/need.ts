import type { Fact } from "../../messages"
import type { DobroView } from "./messages"
import { playName } from "./names"

const HIGHEST = 12

/** What may be laid on the good number, in a few words; before drawing, what one has just done. */
export function need(view: DobroView): Fact[] {
  const { good } = view
  if (view.phase === "choose" && view.turn === view.seat) return [done(view)]
  if (view.over) return []
  if (good === null) return [{ key: "web_dobro.anything" }]
  const told: Fact[] = []
  if (good < HIGHEST) told.push({ key: "web_dobro.more", args: { good } })
  if (good <= HIGHEST) told.push({ key: "web_dobro.doubles", args: { good, twice: 2 * good } })
  if (good <= 2 * HIGHEST) told.push({ key: "web_dobro.pair_from", args: { half: Math.max(2, Math.ceil(good / 2)) } })
  return told.length ? told : [{ key: "web_dobro.no_higher" }]
}

function done(view: DobroView): Fact {
  const last = view.trick.at(-1)
  return last ? { key: "web_dobro.you_played", args: { play: playName(last) } } : { key: "web_dobro.you_took" }
}
