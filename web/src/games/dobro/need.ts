import type { Fact } from "../../messages"
import type { DobroView } from "./messages"
import { playName } from "./names"

/** What may be laid on the good number, in a few words; before drawing, what one has just done. */
export function need(view: DobroView): Fact[] {
  if (view.phase === "choose" && view.turn === view.seat) return [done(view)]
  if (view.over) return []
  if (view.fits === null) return [{ key: "dobro.web_anything" }]
  const { above, doubles, doubled, pair } = view.fits
  const told: Fact[] = []
  if (above !== null) told.push({ key: "dobro.web_more", args: { good: above } })
  if (doubles !== null && doubled !== null) told.push({ key: "dobro.web_doubles", args: { good: doubles, twice: doubled } })
  if (pair !== null) told.push({ key: "dobro.web_pair_from", args: { half: pair } })
  return told.length ? told : [{ key: "dobro.web_no_higher" }]
}

function done(view: DobroView): Fact {
  const last = view.trick.at(-1)
  return last ? { key: "dobro.web_you_played", args: { play: playName(last) } } : { key: "dobro.web_you_took" }
}
