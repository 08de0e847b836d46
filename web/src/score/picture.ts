// The picture of a score sheet: who leads or has won, and how the others did.

import { gameTitle } from "../names"
import { plain } from "../numbers"
import type { Standing } from "../messages"
import { Picture } from "../share-picture"
import { say, tell } from "../text"
import { course } from "./course"

const WIDTH = 1200
const HEIGHT = 630
const EDGE = 56
const DASHES = [[], [14, 8], [4, 8], [18, 6, 4, 6]]

export function scorePicture(game: string, standing: Standing, names: string[], unit: string): Picture {
  const picture = new Picture(WIDTH, HEIGHT)
  const best = standing.places.indexOf(1)
  const winners = standing.places.flatMap((place, seat) => (place === 1 ? [seat] : []))
  const score = standing.totals[best] ?? 0
  picture.rings(250, 320, 1500)
  picture.wordmark(tell("common.koloda"), EDGE, 84, 46)
  const players = tell("score_pad.players", { n: names.length })
  picture.text(`${gameTitle(game)} · ${players}`, WIDTH - EDGE, 78, { size: 26, colour: "--ink-2", align: "right", width: 700 })
  picture.numeral(plain(score), EDGE, 150, 230)
  const together = { players: winners.map((seat) => names[seat] ?? "") }
  const won = winners.length > 1 ? tell("web_pages.won_together", together) : say({ key: "web_pages.won", args: { player: best } }, null, names)
  const title = standing.over ? won : tell("score_pad.leads", together)
  picture.text(title, EDGE, 452, { size: 44, weight: 800, width: 430 })
  const direction = tell(standing.lowest_wins ? "score_pad.lowest_wins" : "score_pad.highest_wins")
  picture.text(`${tell(unit, { n: score })} · ${direction}`, EDGE, 500, { size: 27, weight: 500, colour: "--ink-2", width: 430 })
  picture.box(526, 124, WIDTH - EDGE - 526, 450, 26, "--surface")
  if (standing.rounds.length > 1) drawCourse(picture, standing, names)
  else drawPlaces(picture, standing, names)
  return picture
}

function drawCourse(picture: Picture, standing: Standing, names: string[]): void {
  const [left, top, width, height] = [590, 200, 330, 320]
  const { lines, grid } = course(standing, width, height, 34)
  picture.text(tell("score_pad.course"), 550, 166, { size: 22, weight: 500, colour: "--ink-2" })
  for (const { value, y } of grid) {
    picture.line([[left, top + y], [left + width, top + y]], 1.5, "--line")
    picture.text(plain(value), left - 12, top + y + 7, { size: 20, colour: "--ink-2", align: "right" })
  }
  for (const { seat, points, label } of lines) {
    const first = standing.places[seat] === 1
    const at = points.map(([x, y]): [number, number] => [left + x, top + y])
    picture.line(at, first ? 6 : 3, first ? "--ink" : "--ink-2", first ? [] : DASHES[seat % DASHES.length])
    const [x, y] = at.at(-1)!
    picture.dot(x, y, first ? 10 : 7, first ? "--ink" : "--ink-2")
    const text = `${plain(standing.totals[seat] ?? 0)} ${names[seat]}`
    picture.text(text, x + 22, top + label + 8, { size: 22, weight: first ? 800 : 600, colour: first ? "--ink" : "--ink-2", width: 200 })
  }
}

function drawPlaces(picture: Picture, standing: Standing, names: string[]): void {
  const seats = names.map((_, seat) => seat).sort((one, other) => (standing.places[one] ?? 0) - (standing.places[other] ?? 0))
  const step = Math.min(64, 410 / seats.length)
  seats.forEach((seat, at) => {
    const y = 124 + 20 + step * (at + 0.65)
    const style = { size: Math.min(30, step * 0.6), weight: standing.places[seat] === 1 ? 800 : 600 }
    picture.text(String(standing.places[seat] || "–"), 560, y, { ...style, colour: "--ink-2" })
    picture.text(names[seat] ?? "", 610, y, { ...style, width: 370 })
    picture.text(standing.totals[seat] === null ? "–" : plain(standing.totals[seat] ?? 0), WIDTH - EDGE - 34, y, { ...style, align: "right" })
  })
}
