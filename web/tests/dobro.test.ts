import assert from "node:assert/strict"
import { test } from "node:test"
import { fitting, playable, tap } from "../src/games/dobro/choice"
import { alone, laid, named, outcome } from "../src/games/dobro/moves"
import { need } from "../src/games/dobro/need"
import { roundEnd } from "../src/games/dobro/rounds"
import { columns } from "../src/games/dobro/scoring"
import type { Fact, Move } from "../src/messages"
import type { DobroView } from "../src/games/dobro/messages"

const HAND = ["4", "6", "6", "9", "J", "J", "S"]
/** On the good number 9. */
const MOVES = offered("9", "J=9", "J=10", "6+6", "6+J", "9+J", "J+J=5", "J+J=12", "skip", "take")

function offered(...texts: string[]): Move[] {
  return texts.map((move) => ({ move, meaning: { key: "dobro.can_play", args: {} } }))
}

function choose(...places: number[]) {
  return places.reduce((choice, place) => tap(HAND, MOVES, choice, place).choice, [] as number[])
}

const fits = (...places: number[]) => fitting(HAND, MOVES, places).map(({ move }) => move)

test("a move's text names the cards it lays, and what Jokers stand for", () => {
  assert.deepEqual(["7", "J=7", "6+6", "6+J", "J+J=6", "skip", "reverse", "take", "draw"].map(laid), [
    ["7"], ["J"], ["6", "6"], ["6", "J"], ["J", "J"], ["S"], ["R"], [], [],
  ])
  assert.deepEqual(["7", "J=7", "J+J=12"].map(named), [null, 7, 12])
  assert.deepEqual(["7", "S", "R", "J"].map(alone), ["7", "skip", "reverse", "J=12"])
})

test("cards light up that are part of some play", () => {
  assert.deepEqual(playable(HAND, MOVES), [false, true, true, true, true, true, true])
})

test("a card that only goes in a pair brings the other one along", () => {
  assert.deepEqual(choose(1), [1, 2])
  assert.deepEqual(fits(1, 2), ["6+6"])
})

test("a Joker tapped next joins the first card of a pair", () => {
  assert.deepEqual(choose(1, 4), [1, 4])
  assert.deepEqual(fits(1, 4), ["6+J"])
})

test("a card that goes alone is chosen alone, and a Joker makes it a pair", () => {
  assert.deepEqual(choose(3), [3])
  assert.deepEqual(choose(3, 5), [3, 5])
})

test("a card that does not go with the chosen one starts a new choice", () => {
  assert.deepEqual(choose(3, 6), [6])
})

test("a Skip is chosen and can be played", () => {
  assert.deepEqual(choose(6), [6])
  assert.deepEqual(fits(...choose(6)), ["skip"])
})

test("tapped again, a card leaves, and what cannot be played without it too", () => {
  assert.deepEqual(choose(1, 1), [])
  assert.deepEqual(choose(3, 5, 5), [3])
})

test("one or two Jokers can stand for the numbers on offer", () => {
  assert.deepEqual(fits(4), ["J=9", "J=10"])
  assert.deepEqual(fits(4, 5), ["J+J=5", "J+J=12"])
})

test("a card that cannot be played is sent all the same, so that the refusal explains itself", () => {
  assert.deepEqual(tap(HAND, MOVES, [1, 2], 0), { choice: [], send: "4" })
  assert.deepEqual(tap(["S"], offered("draw", "end"), [], 0), { choice: [], send: "skip" })
})

test("the button says what comes of a play", () => {
  const pair: Move = { move: "6+6", meaning: { key: "dobro.can_play", args: { play: { key: "dobro.pair", args: { number: 6 } }, good: 12 } } }
  assert.deepEqual(outcome(pair), { text: { key: "web_dobro.pair", args: { number: 6 } }, good: 12 })
  const equal: Move = { move: "9", meaning: { key: "dobro.can_double", args: { play: { key: "dobro.number", args: { number: 9 } }, good: 18 } } }
  assert.deepEqual(outcome(equal), { text: { key: "web_dobro.equal", args: { number: 9 } }, good: 18 })
  assert.deepEqual(outcome(offered("skip")[0]!), { text: { key: "web_dobro.play_skip" }, good: null })
})

const BLANK: DobroView = {
  game: "dobro", seat: 0, players: 3, actors: [0], over: false, scores: null, winners: null, places: null, ranking: null, phase: "play", turn: 0,
  round: 1, rounds: 3, direction: 1, good: null, trick: [], hand: [], hand_sizes: [6, 6, 6], hand_limit: 6, deck: 38,
  pile_sizes: [0, 0, 0], piles: null, forgetful: null, points: [0, 0, 0], last_points: [0, 0, 0], attention: true,
  pair_doubling: "good-number",
}

const needs = (good: number | null) => need({ ...BLANK, good }).map(({ key }) => key.replace("web_dobro.", ""))

test("what may be laid depends on the good number", () => {
  assert.deepEqual(needs(null), ["anything"])
  assert.deepEqual(needs(9), ["more", "doubles", "pair_from"])
  assert.deepEqual(needs(12), ["doubles", "pair_from"])
  assert.deepEqual(needs(24), ["pair_from"])
  assert.deepEqual(needs(25), ["no_higher"])
})

function scored(player: number, cards: number, key = "dobro.scored"): Fact {
  return { key, args: { player, cards, points: 1, total: 1 } }
}

test("the end of a round is seen from one view to the next, its piles are told last", () => {
  const after = { ...BLANK, round: 2, last_points: [2, 3, 0], points: [2, 3, 0] }
  const facts = [scored(2, 9), scored(0, 3), scored(1, 0), scored(2, 7, "dobro.scored_forgetful"), { key: "dobro.dealt" }]
  assert.equal(roundEnd(BLANK, { ...BLANK, good: 5 }, facts), null)
  assert.deepEqual(roundEnd(BLANK, after, facts), { round: 1, points: [2, 3, 0], piles: [3, 0, 7], forgetful: 2 })
  assert.equal(roundEnd(BLANK, after, [])?.piles, null)
})

test("the score table shows sums of piles only where they were compared", () => {
  const heads = (compared: number[]) => {
    const sums = { name: "dobro.by_pile_sum", values: [12, 7, 0], lowest: true, compared, decided: compared.length > 0 }
    return columns({ ...BLANK, over: true, ranking: { criteria: [sums], rule: "DB-27" } }).map(({ title }) => title.key)
  }
  assert.deepEqual(heads([]), ["web_dobro.earlier", "dobro.by_last_round", "web_dobro.total"])
  assert.deepEqual(heads([0, 1]), ["web_dobro.earlier", "dobro.by_last_round", "dobro.by_pile_sum", "web_dobro.total"])
})
