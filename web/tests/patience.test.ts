import assert from "node:assert/strict"
import { test } from "node:test"
import { Patience } from "../src/patience"

test("attempts are made after 1, 2, 4, 8, then every 15 seconds", () => {
  const patience = new Patience()
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(() => patience.next() / 1000), [1, 2, 4, 8, 15, 15])
})

test("after a success one starts anew", () => {
  const patience = new Patience()
  patience.next()
  patience.next()
  patience.reset()
  assert.equal(patience.next(), 1000)
})
