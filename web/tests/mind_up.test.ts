import assert from "node:assert/strict"
import { test } from "node:test"
import { named } from "../src/games/mind_up/cards"
import { roundEnd } from "../src/games/mind_up/rounds"
import { columns, headline } from "../src/games/mind_up/scoring"
import { shortened } from "../src/games/mind_up/shortened"
import { takings } from "../src/games/mind_up/taking"
import type { Card, MindUpView } from "../src/games/mind_up/messages"
import { plain, signed } from "../src/numbers"

const card = (number: number): Card => ({ number, colour: "blue", mark: 0 })
const cards = (...numbers: number[]) => numbers.map(card)

function view(changes: Partial<MindUpView>): MindUpView {
  return {
    game: "mind_up", seat: 0, players: 3, actors: [0, 1, 2], over: false, scores: null, winners: null, places: null, ranking: null,
    phase: "choose", round: 1, rounds: 3, row: cards(10, 20, 30), order: [1, 2, 3, 4, 5], layer: 0, hand: [],
    choice: null, chosen: [], held: [7, 7, 7], known: [[], [], []], collections: [[], [], []],
    points: [[0], [0], [0]], totals: [0, 0, 0], bonuses: [0, 0, 0], stack: 30, goals: [], meeting: [], discarded: [],
    ...changes,
  }
}

const told = (before: MindUpView, after: MindUpView) =>
  takings(before, after)?.map(({ seat, own, taken }) => [seat, own.number, taken.number]) ?? null

test("a mark is written as it is printed", () => {
  assert.deepEqual([2, 0, -1].map(signed), ["+2", "0", "−1"])
  assert.deepEqual([1234, -0, -17].map(plain), ["1234", "0", "−17"])
  assert.deepEqual(named({ number: 37, colour: "blue", mark: 1 }).args?.mark, "+1")
  assert.equal(named(card(37)).key, "mind_up.card_unmarked")
})

test("from the left, each card of the new row has taken the card of the old one above it", () => {
  const after = view({ row: cards(5, 41, 60), collections: [[cards(20)], [cards(10)], [cards(30)]] })
  assert.deepEqual(told(view({}), after), [[1, 5, 10], [0, 41, 20], [2, 60, 30]])
})

test("at the end of a round the taken cards are back in hand, but known", () => {
  const after = view({ row: cards(5, 41, 60), phase: "choose", round: 2, known: [[20, 7], [10], [30]] })
  assert.deepEqual(told(view({}), after), [[1, 5, 10], [0, 41, 20], [2, 60, 30]])
})

test("nothing is revealed while the row stays, before the game, or when a turn was missed", () => {
  assert.equal(told(view({}), view({ chosen: [1] })), null)
  assert.equal(told(view({ phase: "turn-up", row: [] }), view({})), null)
  assert.equal(told(view({}), view({ row: cards(5, 41, 60) })), null)
  const twice = view({ row: cards(1, 2, 3), collections: [[cards(10, 20)], [cards(5)], [cards(30)]] })
  assert.equal(told(view({}), twice), null)
})

test("the headline counts the turns of a round; the last card is never chosen", () => {
  const taken = view({ held: [5, 5, 5], collections: [[cards(1, 2)], [cards(3, 4)], [cards(5, 6)]] })
  assert.deepEqual(headline(taken)[1]?.args, { turn: 3, turns: 6 })
  assert.equal(headline(view({ phase: "over" })).length, 1)
})

test("a round ends with what it brought", () => {
  const after = view({ round: 2, points: [[12, 0], [9, 0], [15, 0]], totals: [12, 9, 15] })
  assert.deepEqual(roundEnd(view({}), after), { round: 1, points: [12, 9, 15], totals: [12, 9, 15] })
  assert.equal(roundEnd(view({}), view({})), null)
})

test("the score table has a column for each round and one for all", () => {
  const shown = columns(view({ points: [[1, 2], [3, 4], [5, 6]], totals: [3, 7, 11] }))
  assert.deepEqual(shown.map((column) => column.values), [["1", "3", "5"], ["2", "4", "6"], ["3", "7", "11"]])
})

test("bots are called by what tells them apart", () => {
  assert.deepEqual(["Bot 2 · Master", "Bot · Master", "Olga"].map(shortened), ["Bot 2", "Master", "Olga"])
})
