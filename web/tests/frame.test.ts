// The table's frame: what a seat and the slot say, and how hands lie.

import assert from "node:assert/strict"
import { test } from "node:test"
import { playersOf } from "../src/games/dobro/trick"
import type { DobroEvent, Played } from "../src/games/dobro/messages"
import { balanced, spread } from "../src/games/hand"
import { cardWidth, fitting } from "../src/games/no_thanks/fit"
import type { Seat, Wait } from "../src/messages"
import { around, crowd } from "../src/table/around"
import { notice, type Known } from "../src/table/notice"
import { numbered } from "../src/table/numbered"
import { idleSince, isLit, seatState, type Situation } from "../src/table/seatState"

const HERE: Seat = { who: "person", name: "", bot: "", here: true, away: false, bot_at: null }
const GONE: Seat = { ...HERE, here: false }
const SUBSTITUTED: Seat = { ...HERE, here: false, away: true }

test("the others sit from the next one on, and many of them closer", () => {
  assert.deepEqual(around(4, 2), [3, 0, 1])
  assert.deepEqual(around(3, null), [0, 1, 2])
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].map(crowd), ["n1", "n2", "n3", "n4", "n6", "n6", "n7", "n7"])
})

test("one thing is told of a seat: the gravest", () => {
  const state = (more: Partial<Situation>) =>
    seatState({ table: { simultaneous: false }, view: { actors: [1], over: false }, seat: HERE, number: 1, ...more })
  assert.equal(state({}), "think")
  assert.equal(state({ seat: GONE, idleSince: 1 }), "gone")
  assert.equal(state({ seat: SUBSTITUTED }), "subst")
  assert.equal(state({ idleSince: 1 }), "idle")
  assert.equal(state({ number: 2, idleSince: 1 }), "", "who does not have to decide is not idle")
  assert.equal(state({ number: 2 }), "")
  assert.equal(state({ view: { actors: [1], over: true } }), "")
  const together = { table: { simultaneous: true }, view: { actors: [0, 1], over: false } }
  assert.equal(state(together), "choose")
  assert.equal(state({ ...together, number: 2 }), "done")
  assert.ok(isLit({ view: { actors: [1], over: false }, number: 1 }), "also while somebody is idle")
  assert.ok(!isLit({ view: { actors: [0, 1], over: false }, number: 1 }))
})

test("a seat is idle from when it can be nudged", () => {
  const wait: Wait = { since: 100, nudge_at: 160, nudged_at: null, vote_at: 220, alone_at: 280, votes: [], needed: 1 }
  assert.equal(idleSince(null, 500), null)
  assert.deepEqual([159, 160].map((now) => idleSince(wait, now)), [null, 100])
  assert.equal(idleSince({ ...wait, nudged_at: 170, nudge_at: 230 }, 180), 100, "also after a nudge")
})

const KNOWN: Known = {
  reconnect: null, seats: [HERE, HERE, HERE, HERE, HERE], names: ["Anna", "Boris", "W".repeat(24), "👩‍👩‍👧‍👦".repeat(13), "محمد"],
  seat: 0, playing: true, undo: false,
}

test("the slot has one notice at a time", () => {
  assert.equal(notice(KNOWN), null)
  const gone = [HERE, GONE, HERE, HERE, HERE]
  assert.deepEqual(notice({ ...KNOWN, seats: gone })?.text, { key: "web.absent_wait", args: { players: ["\u2068Boris\u2069"], n: 1 } })
  assert.equal(notice({ ...KNOWN, seats: [GONE, HERE, HERE, HERE, HERE] }), null, "of oneself one knows")
  assert.equal(notice({ ...KNOWN, seats: gone, undo: true })?.button, "undo")
  assert.equal(notice({ ...KNOWN, seats: [SUBSTITUTED, ...gone.slice(1)], undo: true })?.button, "take_over")
  assert.deepEqual(notice({ ...KNOWN, seats: gone, reconnect: 3 })?.text, { key: "web.lost", args: { seconds: 3 } })
  assert.equal(notice({ ...KNOWN, reconnect: 0 })?.text?.key, "web.lost_now")
  assert.equal(notice({ ...KNOWN, seats: gone, playing: false }), null)
})

test("all who are away are told in one sentence, with short names", () => {
  const away = { ...GONE, bot_at: 5 }
  const { text } = notice({ ...KNOWN, seats: [HERE, away, away, away, away] })!
  assert.equal(text?.key, "web.absent_bot")
  assert.deepEqual(text?.args?.players, [
    "\u2068Boris\u2069", `\u2068${"W".repeat(11)}…\u2069`, `\u2068${"👩‍👩‍👧‍👦".repeat(11)}…\u2069`, { key: "web.and_more", args: { n: 1 } },
  ])
})

test("a hand lies in one line, then in two; on a phone alone no card is left over", () => {
  assert.deepEqual([1, 7, 8, 9].map((cards) => spread(cards).class), ["hand", "hand", "hand eight", "hand two"])
  assert.equal(spread(13).style, "--n: 13; --cols: 7; --rows: 2")
  assert.equal(spread(0).style, "--n: 1; --cols: 1; --rows: 1")
  assert.deepEqual([1, 4, 5, 6, 7, 9, 13].map((cards) => balanced(cards, 4)), [1, 4, 3, 3, 4, 3, 4])
  assert.equal(spread(5, true).style, "--n: 5; --cols: 3; --rows: 2; --half-of-all: 3")
  assert.equal(spread(16, true).style, "--n: 16; --cols: 6; --rows: 3; --half-of-all: 8")
})

test("the trick names who played: what was taken back does not count", () => {
  const play = (player: number, number: number) =>
    ({ key: "dobro.played", args: { player, play: { key: "dobro.number", args: { number } }, good: number } }) as unknown as DobroEvent
  const skip = { key: "dobro.skipped", args: { player: 2 } } as unknown as DobroEvent
  const laid = (...cards: string[]): Played => ({ cards, number: null })
  const told = [play(3, 4), play(0, 4), play(1, 9), play(1, 7), skip]
  assert.deepEqual(playersOf([laid("4"), laid("7"), laid("S")], told), [0, 1, 2])
  assert.deepEqual(playersOf([laid("5"), laid("7")], told), [null, 1])
  assert.deepEqual(playersOf([], told), [])
})

test("runs that do not fit into a seat are counted", () => {
  const runs = [[3], [5], [7, 8, 9], [20], [25]]
  assert.deepEqual(fitting(runs, 1000, 1), { shown: runs, more: 0 })
  assert.deepEqual(fitting(runs, 80, 1), { shown: [[3], [5]], more: 3 })
  assert.equal(fitting(runs, 80, 2).more, 0)
  assert.equal(fitting(runs, 70, 2).more, 2)
  assert.deepEqual(fitting(runs, 10, 1), { shown: [], more: 5 })
})

test("the own cards of No Thanks! are as large as their row lets them be", () => {
  const singles = (count: number) => Array.from({ length: count }, (_, at) => [2 * at + 3])
  assert.deepEqual([0, 3, 8, 16].map((count) => cardWidth(singles(count), 250, 100)), [44, 44, 32, 20])
  assert.equal(cardWidth([[3, 4, 5, 6, 7, 8, 9, 10]], 250, 100), 32)
})

test("a seat cuts a name, but never the number that tells two apart", () => {
  assert.deepEqual(numbered("Знаток 2"), ["Знаток", " 2"])
  assert.deepEqual(numbered("Anna Maria 12"), ["Anna Maria", " 12"])
  assert.deepEqual(["Boris", "7", "R2D2", "Year 2026"].map((name) => numbered(name)[1]), ["", "", "", ""])
})
