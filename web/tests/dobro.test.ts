import assert from "node:assert/strict"
import { test } from "node:test"
import { fitting, playable, tap } from "../src/games/dobro/choice"
import { named, outcome, type Move } from "../src/games/dobro/moves"
import { need } from "../src/games/dobro/need"
import { roundEnd } from "../src/games/dobro/rounds"
import { columns } from "../src/games/dobro/scoring"
import type { DobroEvent, DobroMove, DobroView, Fits } from "../src/games/dobro/messages"

const HAND = ["4", "6", "6", "9", "J", "J", "S"]
/** On the good number 9. */
const MOVES = [
  play("9", ["9"], 9, 18, true), play("J=9", ["J"], 9, 18, true), play("J=10", ["J"], 10, 10), play("6+6", ["6", "6"], 6, 12),
  play("6+J", ["6", "J"], 6, 12), play("9+J", ["9", "J"], 9, 18), play("J+J=5", ["J", "J"], 5, 10),
  play("J+J=12", ["J", "J"], 12, 24), move("skip", "skip", ["S"]), move("take", "take"),
]
const ATTEMPTS = { "4": "4", "6": "6", "9": "9", J: "J=12", S: "skip" }

function move(text: string, kind: string, cards: string[] = [], more: Partial<DobroMove> = {}): Move {
  const info = { kind, cards, target: null, number: null, good: null, doubles: false, count: null, ...more }
  return { move: text, meaning: { key: "dobro.can_play", args: {} }, info }
}

function play(text: string, cards: string[], number: number, good: number, doubles = false): Move {
  return move(text, "play", cards, { number, good, doubles })
}

function choose(...places: number[]) {
  return places.reduce((choice, place) => tap(HAND, MOVES, ATTEMPTS, choice, place).choice, [] as number[])
}

const fits = (...places: number[]) => fitting(HAND, MOVES, places).map(({ move }) => move)

test("a number is picked where nothing but Jokers is played", () => {
  assert.deepEqual(MOVES.map(named), [null, 9, 10, null, null, null, 5, 12, null, null])
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
  assert.deepEqual(tap(HAND, MOVES, ATTEMPTS, [1, 2], 0), { choice: [], send: "4" })
  assert.deepEqual(tap(["S"], [move("draw", "draw"), move("end", "end")], ATTEMPTS, [], 0), { choice: [], send: "skip" })
})

test("the button says what comes of a play", () => {
  const told = (each: Move) => [outcome(each).text.key.replace("dobro.web_", ""), outcome(each).text.args?.number, outcome(each).good]
  assert.deepEqual(MOVES.slice(0, 9).map(told), [
    ["equal", 9, 18], ["joker_equal", 9, 18], ["joker", 10, 10], ["pair", 6, 12], ["pair", 6, 12], ["pair", 9, 18],
    ["jokers", 5, 10], ["jokers", 12, 24], ["play_skip", undefined, null],
  ])
  assert.deepEqual(told(play("10", ["10"], 10, 10)), ["play", 10, 10])
})

const BLANK: DobroView = {
  game: "dobro", seat: 0, players: 3, actors: [0], over: false, scores: null, winners: null, places: null, ranking: null, phase: "play", turn: 0,
  round: 1, rounds: 3, direction: 1, good: null, fits: null, trick: [], hand: [], hand_sizes: [6, 6, 6], hand_limit: 6, deck: 38,
  pile_sizes: [0, 0, 0], piles: null, forgetful: null, points: [0, 0, 0], last_points: [0, 0, 0], attention: true,
  pair_doubling: "good-number",
}

const needs = (fits: Fits | null) => need({ ...BLANK, fits }).map(({ key, args }) => [key.replace("dobro.web_", ""), args])

test("what may be laid is told as the view says it", () => {
  assert.deepEqual(needs(null), [["anything", undefined]])
  assert.deepEqual(needs({ above: 9, doubles: 9, doubled: 18, pair: 5 }), [
    ["more", { good: 9 }], ["doubles", { good: 9, twice: 18 }], ["pair_from", { half: 5 }],
  ])
  assert.deepEqual(needs({ above: null, doubles: null, doubled: null, pair: 12 }), [["pair_from", { half: 12 }]])
  assert.deepEqual(needs({ above: null, doubles: null, doubled: null, pair: null }), [["no_higher", undefined]])
})

type ScoredKey = "dobro.scored" | "dobro.scored_forgetful"

function scored(player: number, cards: number, key: ScoredKey = "dobro.scored"): DobroEvent {
  return { key, args: { player, cards, points: 1, total: 1 } }
}

test("the end of a round is seen from one view to the next, its piles are told last", () => {
  const after = { ...BLANK, round: 2, last_points: [2, 3, 0], points: [2, 3, 0] }
  const dealt: DobroEvent = { key: "dobro.dealt", args: { round: 2, rounds: 3, cards: 6 } }
  const events = [scored(2, 9), scored(0, 3), scored(1, 0), scored(2, 7, "dobro.scored_forgetful"), dealt]
  assert.equal(roundEnd(BLANK, { ...BLANK, good: 5 }, events), null)
  assert.deepEqual(roundEnd(BLANK, after, events), { round: 1, points: [2, 3, 0], piles: [3, 0, 7], forgetful: 2 })
  assert.equal(roundEnd(BLANK, after, [])?.piles, null)
})

test("the score table shows sums of piles only where they were compared", () => {
  const heads = (compared: number[]) => {
    const sums = { name: "dobro.by_pile_sum", values: [12, 7, 0], lowest: true, compared, decided: compared.length > 0 }
    return columns({ ...BLANK, over: true, ranking: { criteria: [sums], rule: "DB-27" } }).map(({ title }) => title.key)
  }
  assert.deepEqual(heads([]), ["dobro.web_earlier", "dobro.by_last_round", "dobro.web_total"])
  assert.deepEqual(heads([0, 1]), ["dobro.web_earlier", "dobro.by_last_round", "dobro.by_pile_sum", "dobro.web_total"])
})
