// The result of a score sheet, as charts and pictures know it.

import { pointsOf, type ScoreCourse } from "../course/course"
import type { Result } from "../course/picture"
import type { Standing } from "../messages"
import { plain } from "../numbers"
import { winnerTitle } from "../pages/result/winner"
import { tell } from "../text"

/** Round by round; only the end where the game has no rounds, or one. */
export function courseOf(standing: Standing, names: string[]): ScoreCourse {
  const { lowest_wins: lowestWins, places, rounds } = standing
  const points = pointsOf({ ...standing, rounds: rounds.length > 1 ? rounds : [] })
  return { points, lowestWins, places, own: null, names, point: (number) => tell("score_pad.round", { number }) }
}

/** Who has won, or leads so far. */
export function resultOf(game: string, standing: Standing, names: string[], unit: string, named: boolean): Result {
  const winners = standing.places.flatMap((place, seat) => (place === 1 ? [seat] : []))
  const best = standing.totals[winners[0] ?? 0] ?? 0
  const leads = standing.over ? winnerTitle({ winners, seat: null }, names) : tell("score_pad.leads", { players: winners.map((seat) => names[seat] ?? "") })
  return {
    game,
    numeral: plain(best),
    title: named ? leads : tell("web_pages.picture_result"),
    score: tell(unit, { n: best }),
    totals: standing.totals,
    course: courseOf(standing, names),
  }
}
