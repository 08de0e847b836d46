// Charts of scores, and the words for a place.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { byPlace, chartOf, marked, pointsOf } from "../src/course/course"
import type { CoursePoint } from "../src/messages"
import { ownPlace, placeTitle } from "../src/pages/result/place"
import { LANGUAGES, sentence, type Catalogue, type Language } from "../src/sentences"

const PLACES = [2, 1, 3]
const points = (...rows: number[][]): CoursePoint[] => rows.map((scores, at) => ({ at, scores }))

test("the totals of a score sheet, from those before the first round", () => {
  const standing = { totals: [9, 5], rounds: [[4, 1], [1, 2], [4, 2]] }
  assert.deepEqual(pointsOf(standing), points([0, 0], [4, 1], [5, 3], [9, 5]))
  assert.deepEqual(pointsOf({ totals: [9, null], rounds: [] }), points([9, 0]))
})

test("lines go from left to right, and up is better", () => {
  const course = { points: points([0, 0], [4, 1], [5, 3], [9, 5]), lowestWins: false, places: [1, 2] }
  const { lines, grid, ticks } = chartOf(course, 300, 100, 15)
  assert.deepEqual(lines.map((line) => line.points.map(([x]) => x)), [[0, 100, 200, 300], [0, 100, 200, 300]])
  assert.deepEqual(lines[0]!.points.at(-1), [300, 0], "more is higher up")
  assert.deepEqual(grid.map(({ value }) => value), [0, 3, 6, 9])
  assert.deepEqual(ticks, [{ at: 1, x: 100 }, { at: 2, x: 200 }, { at: 3, x: 300 }])
  const turned = chartOf({ ...course, lowestWins: true }, 300, 100, 15).lines
  assert.deepEqual(turned[0]!.points.at(-1), [300, 100], "where the lowest wins, less is higher up")
})

test("there are at most four grid lines, at round values inside of the scores", () => {
  for (const [least, most] of [[0, 0], [0, 1], [-11, 57], [20, 44], [0, 93], [-16, 187], [5, 6], [-3, -3], [0, 12345], [7, 100]] as const) {
    const { grid } = chartOf({ points: points([least, most], [most, least]), lowestWins: false, places: [1, 1] }, 100, 100, 10)
    assert.ok(grid.length >= 1 && grid.length <= 4, `${least} to ${most}: ${grid.length}`)
    for (const { value, y } of grid) assert.ok(y >= 0 && y <= 100, `${value} of ${least} to ${most}`)
  }
})

test("of many points three are named, wherever they are", () => {
  const many = Array.from({ length: 25 }, (_, at) => ({ at: 2 * at, scores: [at, -at] }))
  const { ticks } = chartOf({ points: many, lowestWins: false, places: [1, 2] }, 480, 100, 10)
  assert.deepEqual(ticks, [{ at: 2, x: 20 }, { at: 24, x: 240 }, { at: 48, x: 480 }])
})

test("labels keep apart, in the order of the places where ends are equal, and inside of the picture", () => {
  const places = [3, 1, 2, 4]
  const { lines } = chartOf({ points: points([0, 0, 0, 0], [30, 30, 30, 29]), lowestWins: false, places }, 300, 100, 15)
  const sorted = lines.toSorted((one, other) => one.label - other.label)
  assert.deepEqual(sorted.map(({ seat }) => places[seat]), [1, 2, 3, 4])
  for (const [at, { label }] of sorted.entries()) assert.ok(at === 0 ? label >= 0 : label - sorted[at - 1]!.label >= 15 - 1e-9)
  const low = chartOf({ points: points([9, 9, 9, 9], [0, 0, 0, 0]), lowestWins: false, places }, 300, 100, 15).lines
  assert.ok(Math.max(...low.map(({ label }) => label)) <= 100)
})

test("the reader's line stands out, or the winners' where nobody reads for themselves", () => {
  assert.deepEqual(marked({ own: 0, places: PLACES }), [0])
  assert.deepEqual(marked({ own: null, places: [2, 1, 1] }), [1, 2])
  assert.deepEqual(byPlace(PLACES), [1, 0, 2])
  assert.deepEqual(byPlace([1, 3, 1]), [0, 2, 1])
})

const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => {
    const texts = JSON.parse(readFileSync(`../src/koloda/locale/${language}/web_pages.json`, "utf8")) as Catalogue
    return [language, Object.fromEntries(Object.entries(texts).map(([key, text]) => [`web_pages.${key}`, text]))]
  }),
) as Record<Language, Catalogue>
const NAMES = ["Anna", "Boris", "Vera", "Gleb"]

function said(language: Language, scores: number[], places: number[], seat: number): string[] {
  const winners = places.flatMap((place, each) => (place === 1 ? [each] : []))
  const { title, more } = ownPlace({ places, scores, winners }, seat, NAMES)
  return [title, ...more].map((fact) => sentence(TEXTS[language], language, fact, seat, NAMES).replaceAll("\u00a0", " "))
}

test("a place in words", () => {
  assert.deepEqual(said("ru", [31, 22, 38, 57], [2, 1, 3, 4], 0), ["Второе место из четырёх", "Победа: Boris.", "До победы не хватило 9."])
  assert.deepEqual(said("en", [31, 22, 38, 57], [2, 1, 3, 4], 0), ["Second of four", "Boris wins.", "9 behind the winner."])
  assert.deepEqual(said("ru", [22, 31, 38], [1, 2, 3], 0), ["Вы победили", "Отрыв от следующего — 9."])
  assert.deepEqual(said("en", [22, 31, 38], [1, 2, 3], 0), ["You win", "9 ahead of the next."])
})

test("shared places in words", () => {
  assert.deepEqual(said("ru", [5, 9, 5, 3], [2, 1, 2, 4], 2), ["Второе место на двоих", "Победа: Boris.", "До победы не хватило 4."])
  assert.deepEqual(said("en", [5, 9, 5, 3], [2, 1, 2, 4], 2), ["Second place, shared by two", "Boris wins.", "4 behind the winner."])
  assert.deepEqual(said("ru", [9, 9, 9], [1, 1, 1], 0), ["Победа на троих", "Столько же: Boris, Vera."])
  assert.deepEqual(said("en", [9, 9, 5], [1, 1, 3], 1), ["A win shared by two", "Level with Anna."])
  assert.deepEqual(said("ru", [9, 9, 5], [1, 1, 3], 2), ["Третье место из трёх", "Победу делят: Anna, Boris.", "До победы не хватило 4."])
})

test("a tie-break in words: who has as many, whoever won it", () => {
  assert.deepEqual(said("en", [9, 9, 5], [2, 1, 3], 0), ["Second of three", "Boris wins.", "Level with Boris."])
  assert.deepEqual(said("ru", [9, 9, 5], [2, 1, 3], 1), ["Вы победили", "Столько же: Anna."])
})

test("more seats than there are words for are counted", () => {
  const places = Array.from({ length: 12 }, (_, seat) => seat + 1)
  const title = (language: Language, place: number) => sentence(TEXTS[language], language, placeTitle(places, place)).replaceAll("\u00a0", " ")
  assert.deepEqual([title("ru", 11), title("en", 11)], ["11-е место из 12", "11th of 12"])
  assert.equal(title("en", 1), "First of 12")
})
