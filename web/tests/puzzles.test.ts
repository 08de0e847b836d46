// Which puzzles a device has solved, and on how many days in a row.
import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { bestStreak, dayAfter, nextOf, noteTry, progress, solvedOf, streak } from "../src/puzzles/progress"
import { emptyStorage } from "./storage"

beforeEach(() => void emptyStorage())

const IDS = ["1/0/3", "1/0/9", "1/4/7"]

test("the next puzzle is the first that was not tried, then the first that was not solved", () => {
  assert.equal(nextOf("pig", IDS), 1)
  noteTry("pig", IDS[0]!, false, null)
  assert.equal(nextOf("pig", IDS), 2)
  noteTry("pig", IDS[1]!, true, null)
  noteTry("pig", IDS[2]!, true, null)
  assert.equal(nextOf("pig", IDS), 1)
  assert.equal(solvedOf("pig", IDS), 2)
  noteTry("pig", IDS[0]!, true, null)
  assert.equal(solvedOf("pig", IDS), 3)
  assert.deepEqual(progress().results, { pig: { [IDS[0]!]: "later", [IDS[1]!]: "first", [IDS[2]!]: "first" } })
  assert.equal(nextOf("pig", IDS), 1)
})

test("only the first try counts for the day", () => {
  noteTry("pig", IDS[0]!, false, "2026-11-15")
  noteTry("pig", IDS[0]!, true, "2026-11-15")
  assert.deepEqual(progress().days, { "2026-11-15": false })
  noteTry("pig", IDS[1]!, true, "2026-11-16")
  noteTry("pig", IDS[1]!, false, "2026-11-16")
  assert.deepEqual(progress().days, { "2026-11-15": false, "2026-11-16": true })
})

test("a puzzle that was missed before does not make a day", () => {
  noteTry("pig", IDS[0]!, false, null)
  noteTry("pig", IDS[0]!, true, "2026-11-15")
  assert.deepEqual(progress().days, { "2026-11-15": false })
})

test("a streak lasts while no day is left out; today need not be done yet", () => {
  const days = { "2026-02-27": true, "2026-02-28": true, "2026-03-01": true, "2026-03-03": true }
  assert.equal(streak(days, "2026-03-01"), 3)
  assert.equal(streak(days, "2026-03-02"), 3)
  assert.equal(streak(days, "2026-03-03"), 1)
  assert.equal(streak(days, "2026-03-05"), 0)
  assert.equal(bestStreak(days), 3)
  assert.equal(streak({ ...days, "2026-03-02": false }, "2026-03-02"), 0)
  assert.equal(dayAfter("2026-03-01", -1), "2026-02-28")
})
