// The figures of a review: the graph of chances, its marks, the bars of the account, another try.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Review, ReviewAmount, ReviewDecision, ReviewSeat } from "../src/messages"
import { waterfall } from "../src/review/account"
import { tried } from "../src/review/attempt"
import { chancesOf, judgedAt, marksOf, matteredOf, mistakesOf, nextMark, plotOf, topOf } from "../src/review/graph"

const move = (name: string) => ({ move: name, meaning: { key: name }, info: { kind: name, cards: [], target: null, consequence: null } })

function decision(step: number, seat: number, verdict: ReviewDecision["verdict"], difference = 0.1): ReviewDecision {
  const moves = [
    { move: "take", loss: 0, error: 0, equal: true },
    { move: "wait", loss: 0.01, error: 0.01, equal: true },
    { move: "pass", loss: difference, error: 0.01, equal: false },
  ]
  const offer = { number: 0, must: true, moves: [move("take"), move("wait"), move("pass")], attempts: {} }
  return {
    step, seat, verdict, played: move("pass"), best: move("take"), difference, error: 0.01, equal: false, loss: difference, moves,
    offer: verdict === "mistake" ? offer : null,
  } as ReviewDecision
}

const REVIEW = {
  chances: [[0.4, 0.6], [0.5, 0.5], [0.25, 0.75], [0, 1]],
  seats: [],
  decisions: [decision(1, 0, "fine"), decision(2, 0, "mistake", 0.2), decision(2, 1, "great"), decision(3, 0, "great", 0.3)],
  worth: 0.02,
} as Review

test("the line of chances fills the plot, and the even share is a line across", () => {
  const chances = chancesOf(REVIEW, 0)
  assert.deepEqual(chances, [0.4, 0.5, 0.25, 0])
  const plot = plotOf(chances, 2, 0.5, 300, 100)
  assert.equal(plot.top, 0.75)
  assert.deepEqual(plot.line.map(([x]) => x), [0, 100, 200, 300])
  assert.deepEqual(plot.line.at(-1), [300, 100], "nothing is at the bottom")
  assert.deepEqual(plot.at, plot.line[2])
  assert.ok(Math.abs(plot.share - 100 / 3) < 1e-9)
  assert.equal(topOf([0.1], 0.25), 0.5)
  assert.equal(topOf([1], 0.25), 1)
})

test("marks are the reader's own, and one goes from one to the next", () => {
  const marks = marksOf(REVIEW, 0)
  assert.deepEqual(marks, [{ at: 2, verdict: "mistake" }, { at: 3, verdict: "great" }])
  assert.deepEqual([nextMark(marks, 0, 1), nextMark(marks, 2, 1), nextMark(marks, 3, 1)], [2, 3, null])
  assert.deepEqual([nextMark(marks, 3, -1), nextMark(marks, 2, -1)], [2, null])
  assert.deepEqual(judgedAt(REVIEW, 2, 1).map((each) => each.seat), [1, 0], "one's own first")
  assert.deepEqual(mistakesOf(REVIEW, 0).map((each) => each.step), [2])
  assert.deepEqual(matteredOf(REVIEW, 0, 1).map((each) => each.step), [3])
})

test("bars begin where the one before ended, and rounded parts add up", () => {
  const amount = (points: number): ReviewAmount => ({ wins: 0, points })
  const seat = { even_share: amount(-40), cards: amount(3.14), own: amount(-1.47), others: amount(4.33), result: amount(-34) }
  const { bars, zero } = waterfall(seat as ReviewSeat)
  assert.deepEqual(bars.map(({ part }) => part), ["even_share", "cards", "own", "others", "total"])
  const amounts = bars.map((bar) => bar.amount)
  assert.deepEqual(amounts, [0, 3.1, -1.4, 4.3, 6])
  assert.ok(Math.abs(amounts.slice(0, 4).reduce((sum, each) => sum + each, 0) - amounts[4]!) < 1e-9)
  assert.equal(zero, 0)
  assert.equal(bars[4]!.width, 100)
  assert.ok(Math.abs(bars[1]!.from + bars[1]!.width - (bars[2]!.from + bars[2]!.width)) < 1e-9, "a loss goes back")
})

test("another try: the best move is right, an equal one too, and the old one is still wrong", () => {
  const mistake = decision(2, 0, "mistake", 0.2)
  assert.deepEqual(tried(mistake, "take"), { kind: "right", equal: false })
  assert.deepEqual(tried(mistake, "wait"), { kind: "right", equal: true })
  assert.deepEqual(tried(mistake, "pass"), { kind: "wrong", loss: 0.2, played: true })
  const passive = { ...mistake, best: null }
  assert.deepEqual(tried(passive, null), { kind: "right", equal: false }, "to do nothing")
})
