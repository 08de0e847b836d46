import assert from "node:assert/strict"
import { test } from "node:test"
import type { TableInfo, View } from "../src/messages"
import { decides, nextPerson, others } from "../src/table/passing"

/** People in seats 2, 0 and 1, and a bot in seat 3; a bot plays for whoever is in `away`. */
const SEATS = [2, 0, 1]
function table(bystanders = false, away: number[] = []): TableInfo {
  const seats = [0, 1, 2, 3].map((seat) => ({ who: seat === 3 ? "bot" : "person", away: away.includes(seat) }))
  return { seats, bystanders } as unknown as TableInfo
}

test("the phone goes to whoever has to decide", () => {
  assert.equal(nextPerson([0], SEATS, table(), null), 1)
  assert.equal(nextPerson([3], SEATS, table(), null), null)
  assert.equal(nextPerson([], SEATS, table(), { person: 0, decided: true }), null)
})

test("where all choose at once, one after another gets it", () => {
  assert.equal(nextPerson([0, 1, 2, 3], SEATS, table(), null), 0)
  assert.equal(nextPerson([0, 1, 3], SEATS, table(), { person: 0, decided: true }), 1)
  assert.equal(nextPerson([1], SEATS, table(), { person: 1, decided: true }), 2)
  assert.equal(nextPerson([0, 1, 2], SEATS, table(), { person: 2, decided: true }), 0)
})

test("whoever has only hidden their cards gets it back", () => {
  assert.equal(nextPerson([0, 1, 2], SEATS, table(), { person: 1, decided: false }), 1)
})

test("for whom a bot plays does not decide, but may take over again", () => {
  const without = table(false, [0])
  assert.equal(nextPerson([0, 1], SEATS, without, null), 2)
  assert.equal(decides([0], 0, without), false)
  assert.deepEqual(others({ over: false } as View, SEATS, without, 2), [1])
})

test("others can want it first only where bystanders may act", () => {
  const view = { over: false } as View
  assert.deepEqual(others(view, SEATS, table(), 0), [])
  assert.deepEqual(others(view, SEATS, table(true), 0), [1, 2])
  assert.deepEqual(others({ over: true } as View, SEATS, table(true), 0), [])
})
