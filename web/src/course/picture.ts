// The picture of a result, to give away: the place or the score in large, and beside it the course of the scores, or the
// places where there is none.

import { gameTitle } from "../names"
import { plain } from "../numbers"
import { Picture } from "../share-picture"
import { tell } from "../text"
import { byPlace, chartOf, marked, TOGETHER, worthDrawing, type ScoreCourse } from "./course"
import { DASHES, MARKS } from "./marks"

export interface Result {
  game: string
  /** In large: "2". */
  numeral: string
  /** "Second place" */
  title: string
  /** "31 points" */
  score: string
  /** By seat; null where nothing is counted yet. */
  totals: (number | null)[]
  /** With names by seat, and with no more points than one where only the end is known. */
  course: ScoreCourse
}

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 56]
const CARD = { left: 526, top: 124, width: WIDTH - EDGE - 526, height: 450 }

/** The same without names: "Place 2". */
export function nameless(course: ScoreCourse): ScoreCourse {
  return { ...course, names: course.names.map((_, seat) => tell("web_pages.place_number", { place: course.places[seat] || "–" })) }
}

/** `look` is where the colours of the game hold. */
export function resultPicture({ game, numeral, title, score, totals, course }: Result, look: Element): Picture {
  const picture = new Picture(WIDTH, HEIGHT, look)
  picture.rings(250, 320, 1500)
  picture.wordmark(tell("common.koloda"), EDGE, 84, 46)
  const players = tell("web_pages.players", { n: course.names.length })
  picture.text(`${gameTitle(game)} · ${players}`, WIDTH - EDGE, 78, { size: 26, colour: "--ink-2", align: "right", width: 700 })
  picture.numeral(numeral, EDGE, 150, 230, "--ink", CARD.left - EDGE - 40)
  const lines = picture.wrapped(title, EDGE, 452, { size: 44, weight: 800, width: CARD.left - EDGE - 24 }, 2)
  const direction = tell(course.lowestWins ? "web.lowest_wins" : "web.highest_wins")
  picture.text(`${score} · ${direction}`, EDGE, 452 + lines * 50, { size: 27, weight: 500, colour: "--ink-2", width: CARD.left - EDGE - 24 })
  picture.box(CARD.left, CARD.top, CARD.width, CARD.height, 26, "--surface")
  if (!worthDrawing(course)) drawPlaces(picture, course, totals)
  else if (course.names.length <= TOGETHER) drawLines(picture, course)
  else drawSmall(picture, course)
  return picture
}

function heading(picture: Picture, course: ScoreCourse): void {
  const words = [tell("web_pages.course"), ...(course.lowestWins ? [tell("web_pages.up_is_better")] : [])]
  picture.text(words.join(", "), CARD.left + 24, CARD.top + 42, { size: 22, weight: 500, colour: "--ink-2" })
}

function drawLines(picture: Picture, course: ScoreCourse): void {
  const lit = marked(course)
  const last = course.points.at(-1)!.scores
  const style = (seat: number) => ({ size: 22, weight: lit.includes(seat) ? 800 : 700, colour: lit.includes(seat) ? "--ink" : "--ink-2" })
  const label = (seat: number) => `${plain(last[seat] ?? 0)} ${course.names[seat]}`
  const room = Math.min(210, Math.max(...course.names.map((_, seat) => picture.measure(label(seat), style(seat)))))
  const [left, top, height] = [CARD.left + 66, CARD.top + 72, CARD.height - 72 - 62]
  const width = CARD.width - 66 - room - 50
  const { lines, grid, ticks } = chartOf(course, width, height, 1.25 * 22)
  heading(picture, course)
  for (const { value, y } of grid) {
    picture.line([[left, top + y], [left + width, top + y]], 1.5, "--grid")
    picture.text(plain(value), left - 12, top + y + 7, { size: 20, colour: "--ink-2", align: "right" })
  }
  for (const [nth, { at, x }] of ticks.entries()) {
    const aside = nth === 0 && x < 50
    const text = nth ? String(at) : course.point(at)
    picture.text(text, left + (aside ? 0 : x), top + height + 36, { size: 20, colour: "--ink-2", align: aside ? "left" : "center" })
  }
  const others = lines.filter(({ seat }) => !lit.includes(seat))
  const own = course.own === null ? "--ink" : "--g"
  for (const line of [...others, ...lines.filter(({ seat }) => lit.includes(seat))]) {
    const points = line.points.map(([x, y]): [number, number] => [left + x, top + y])
    const [x, y] = points.at(-1)!
    const kind = others.indexOf(line) % 4
    if (kind < 0) {
      picture.line(points, 14, "--surface")
      picture.line(points, 7, own)
      picture.dot(x, y, 13, own)
    } else {
      picture.line(points, 3, "--other", DASHES[kind]!.map((length) => 1.6 * length))
      picture.mark(MARKS[kind]!, x, y, 1.6, "--surface", "--other")
    }
    picture.text(label(line.seat), left + width + 26, top + line.label + 8, { ...style(line.seat), width: room })
  }
}

/** One for each player, with the others as a shadow. */
function drawSmall(picture: Picture, course: ScoreCourse): void {
  const lit = marked(course)
  const own = course.own === null ? "--ink" : "--g"
  const columns = course.names.length > 9 ? 4 : 3
  const rows = Math.ceil(course.names.length / columns)
  const width = (CARD.width - 48 - 24 * (columns - 1)) / columns
  const step = (CARD.height - 70) / rows
  const size = Math.min(20, step * 0.22)
  const { lines } = chartOf(course, width - 8, step - size - 26, 0)
  heading(picture, course)
  for (const [seat, name] of course.names.entries()) {
    const left = CARD.left + 24 + (seat % columns) * (width + 24)
    const top = CARD.top + 62 + Math.floor(seat / columns) * step
    const strong = lit.includes(seat)
    const style = { size, weight: strong ? 800 : 700, colour: strong ? "--ink" : "--ink-2" }
    const score = picture.text(plain(course.points.at(-1)!.scores[seat] ?? 0), left + width, top + size, { ...style, align: "right" })
    picture.text(name, left, top + size, { ...style, width: width - score - 10 })
    const at = (points: [number, number][]) => points.map(([x, y]): [number, number] => [left + x, top + size + 12 + y])
    for (const line of lines) if (line.seat !== seat) picture.line(at(line.points), 1.5, "--grid")
    const mine = at(lines[seat]!.points)
    picture.line(mine, strong ? 5 : 3, strong ? own : "--other")
    picture.dot(...mine.at(-1)!, strong ? 7 : 5, strong ? own : "--other")
  }
}

function drawPlaces(picture: Picture, { names, places }: ScoreCourse, totals: (number | null)[]): void {
  const seats = places.length ? byPlace(places) : names.map((_, seat) => seat)
  const step = Math.min(64, (CARD.height - 40) / seats.length)
  seats.forEach((seat, at) => {
    const y = CARD.top + 20 + step * (at + 0.65)
    const total = totals[seat]
    const style = { size: Math.min(30, step * 0.6), weight: places[seat] === 1 ? 800 : 600 }
    picture.text(String(places[seat] || "–"), CARD.left + 34, y, { ...style, colour: "--ink-2" })
    picture.text(names[seat] ?? "", CARD.left + 84, y, { ...style, width: 370 })
    picture.text(typeof total === "number" ? plain(total) : "–", WIDTH - EDGE - 34, y, { ...style, align: "right" })
  })
}
