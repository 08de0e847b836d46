import assert from "node:assert/strict"
import { test } from "node:test"
import { countdown } from "../src/table/clock"

test("what is left is told in minutes and seconds, longer times with hours", () => {
  const seconds = [24, 59.2, 75, 4500, 86400 * 3, -5]
  assert.deepEqual(seconds.map((n) => countdown(n * 1000)), ["0:24", "1:00", "1:15", "1:15:00", "72:00:00", "0:00"])
})
