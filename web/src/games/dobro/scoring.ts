// The result of a game of Dobro for the score table, and how equal points were told apart (DB-27).

import type { DobroView, Fact } from "../../messages"
import type { Column, TieStep } from "../ui"

/** The sums of the piles only where they matter. */
export function columns(view: DobroView): Column[] {
  const earlier = view.points.map((points, seat) => points - view.last_points[seat]!)
  const summed = ties(view).some((step) => step.title.key === "web_dobro.pile_sum" && Object.keys(step.values).length > 0)
  return [
    { title: title("earlier", view.rounds - 1), values: earlier.map(String) },
    { title: title("last_round"), values: view.last_points.map(String) },
    ...(summed ? [{ title: title("pile_sum"), values: sums(view.piles ?? []).map(String) }] : []),
    { title: title("total"), values: view.points.map(String) },
  ]
}

/** Points, then the last round, then the smaller sum in the last pile; who is still level after that shares the win. */
export function ties(view: DobroView): TieStep[] {
  if (!view.over || !view.piles) return []
  const everyone = view.points.map((_, seat) => seat)
  const steps: [string, number[]][] = [
    ["points", view.points],
    ["last_round", view.last_points],
    ["pile_sum", sums(view.piles).map((sum) => -sum)],
  ]
  let level = everyone
  const told: TieStep[] = []
  for (const [key, worth] of steps) {
    const best = Math.max(...level.map((seat) => worth[seat]!))
    const still = level.filter((seat) => worth[seat] === best)
    if (key === "points") {
      if (still.length < 2) return []
      level = still
    }
    const needed = level.length > 1
    const values = needed ? level.map((seat) => [seat, String(Math.abs(worth[seat]!))]) : []
    told.push({ title: title(key), values: Object.fromEntries(values), decided: needed && still.length === 1 })
    level = still
  }
  return told
}

/** Sums of the numbers in the piles; specials count nothing. */
function sums(piles: string[][]): number[] {
  return piles.map((pile) => pile.reduce((sum, card) => sum + (Number(card) || 0), 0))
}

function title(key: string, rounds = 0): Fact {
  return { key: `web_dobro.${key}`, args: { rounds } }
}
