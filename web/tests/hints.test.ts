import assert from "node:assert/strict"
import { test } from "node:test"
import type { Hint, News, Offer } from "../src/messages"
import { lines, mayAsk } from "../src/table/hints.svelte"

const offer = { number: 3, moves: [{ move: "pass" }, { move: "take" }] } as unknown as Offer

test("bars are as long as losses, and an error is a strip around their end", () => {
  const hint: Hint = {
    offer: 3,
    moves: [
      { move: "take", loss: 0, error: 0, equal: true },
      { move: "pass", loss: 0.15, error: 0.05, equal: false },
      { move: null, loss: 0.01, error: 0.02, equal: true },
    ],
  }
  const [best, worse, nothing] = lines(hint, offer, 4)
  assert.equal(best?.move?.move, "take")
  assert.deepEqual([best?.from, best?.bar, best?.width], [0, 0, 0])
  assert.deepEqual([worse?.from, worse?.bar, worse?.width], [50, 75, 50])
  assert.equal(nothing?.move, null)
  assert.equal(nothing?.from, 0)
  assert.equal(lines(hint, offer, 2).length, 2)
})

test("what is nearly equal has a short bar", () => {
  const hint: Hint = { offer: 3, moves: [{ move: "take", loss: 0, error: 0, equal: true }, { move: "pass", loss: 0.008, error: 0, equal: false }] }
  assert.equal(lines(hint, offer, 4)[1]?.bar, 10)
})

test("only whoever plays against bots alone may ask", () => {
  const at = (seat: number | null, ...who: string[]) => mayAsk({ seat, table: { seats: who.map((each) => ({ who: each })) } } as unknown as News)
  assert.ok(at(0, "person", "bot", "bot"))
  assert.ok(!at(0, "person", "person", "bot"))
  assert.ok(!at(null, "person", "bot"))
})
