import assert from "node:assert/strict"
import { test } from "node:test"
import { ringsOf } from "../src/games/no_thanks/rings"
import { runs, written } from "../src/games/no_thanks/runs"
import { columns } from "../src/games/no_thanks/scoring"
import type { NoThanksView } from "../src/games/no_thanks/messages"

test("cards are shown as runs", () => {
  assert.deepEqual(runs([5, 28, 29, 30, 33]), [[5], [28, 29, 30], [33]])
  assert.deepEqual(runs([]), [])
  assert.deepEqual([[5], [28, 29, 30]].map(written), ["5", "28–30"])
})

test("the bigger the number, the more rings", () => {
  assert.deepEqual([3, 7, 18, 27, 35].map((card) => ringsOf(card).length), [1, 2, 5, 8, 10])
})

const OVER: NoThanksView = {
  game: "no_thanks", seat: 0, players: 3, actors: [], over: true, scores: [51, 20, 20], winners: [1, 2], places: [3, 1, 1],
  ranking: null, phase: "over",
  turn: 0, card: null, pot: 0, left: 0, chips: [8, 0, 5], taken: [[3, 7, 8], [20, 21], [25]], points: [59, 20, 25],
  removed: [],
}

test("the score is the runs less the chips (NT-8)", () => {
  assert.deepEqual(columns(OVER).map(({ values }) => values), [
    ["3, 7–8", "20–21", "25"], ["59", "20", "25"], ["−8", "0", "−5"], ["51", "20", "20"],
  ])
})
