// The advisor for real tables: lines and taps, what is kept, and the keys of the games.

import assert from "node:assert/strict"
import { test } from "node:test"
import { keepTable, keptTable, TABLES } from "../src/advisor/kept"
import { MOST_KEPT } from "../src/keptList"
import { blank, checkedTable, entered, undone, untouched } from "../src/advisor/table"
import { chosen, exactly, playable, tapped } from "../src/games/dobro/advising"
import { emptyStorage } from "./storage"

const table = blank("a1", "no_thanks", ["Anna", "", "Vera"], 2, { chips: "9" })

test("every tap is undone: first what is being tapped, then line by line", () => {
  const lines = entered(entered(table, "first 1"), "card 27")
  const tapping = { ...lines, draft: ["4", "6"] }
  assert.deepEqual(undone(tapping).draft, ["4"])
  assert.deepEqual(undone(undone(undone(tapping))).entries, ["first 1"])
  assert.deepEqual(entered(tapping, "pass").draft, [])
  assert.ok(untouched(undone(undone(lines))))
  assert.ok(!untouched(tapping))
})

test("tables are kept on the device, the latest first, and not too many", () => {
  emptyStorage()
  for (let n = 0; n < MOST_KEPT + 3; n++) keepTable({ ...table, id: `t${n}` }, n === 14, n)
  assert.equal(TABLES.entries().length, MOST_KEPT)
  assert.deepEqual(TABLES.entries().slice(0, 2).map(({ id, over }) => [id, over]), [["t14", true], ["t13", false]])
  assert.equal(keptTable("t0"), null)
  assert.deepEqual(keptTable("t14"), { ...table, id: "t14" })
  TABLES.forget("t14")
  assert.equal(keptTable("t14"), null)
  assert.equal(TABLES.entries()[0]?.id, "t13")
})

test("what is no table is not opened", () => {
  for (const found of [null, 7, {}, { ...table, seat: 3 }, { ...table, names: "x" }, { ...table, entries: [1] }, { ...table, game: "../x" }, { ...table, options: { a: 1 } }])
    assert.equal(checkedTable(found), null)
  assert.deepEqual(checkedTable(table), table)
})

const move = (name: string, cards: string[], number: number | null = null) =>
  ({ move: name, meaning: { key: "" }, info: { kind: "play", cards, number, good: null, doubles: false, count: null, consequence: null } }) as never
const MOVES = [
  ...[move("9", ["9"], 9), move("6+6", ["6", "6"], 6), move("9+9", ["9", "9"], 9), move("9+J", ["9", "J"], 9)],
  ...[move("J=9", ["J"], 9), move("J=10", ["J"], 10), move("skip", ["S"]), move("take", [])],
]

test("keys: once for a card, twice for a pair, with the Joker, and a number for a Joker alone", () => {
  const named = (draft: string[]) => (chosen(MOVES, draft) as { move: string } | undefined)?.move
  assert.deepEqual(tapped(MOVES, [], "9"), ["9"])
  assert.equal(named(["9"]), "9")
  assert.deepEqual(tapped(MOVES, ["9"], "9"), ["9", "9"])
  assert.deepEqual(tapped(MOVES, ["9", "9"], "9"), ["9"])
  assert.deepEqual(tapped(MOVES, ["9"], "J"), ["9", "J"])
  assert.equal(named(["9", "J"]), "9+J")
  assert.deepEqual(tapped(MOVES, [], "6"), ["6", "6"], "6 alone is too low")
  assert.equal(named(["6", "6"]), "6+6")
  assert.deepEqual(tapped(MOVES, ["6", "6"], "6"), [])
  assert.deepEqual(tapped(MOVES, ["9"], "S"), ["S"])
  assert.deepEqual(tapped(MOVES, [], "J"), ["J"])
  assert.equal(exactly(MOVES, ["J"]).length, 2)
  assert.equal(named(["J"]), undefined)
  assert.equal(named(["J", "=10"]), "J=10")
  assert.deepEqual(tapped(MOVES, [], "5"), [])
  assert.deepEqual([playable(MOVES, "6"), playable(MOVES, "5")], [true, false])
  assert.equal(named([]), undefined)
})
