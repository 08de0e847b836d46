// What is told appears when the card has landed, not before.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { GameUi } from "../src/games/ui"
import type { News } from "../src/messages"
import type { TableWire } from "../src/wire.svelte"

const settle = () => new Promise((resolve) => setImmediate(resolve))

test("a line of the log waits for its flight", async () => {
  let land = () => {}
  const animation = { finished: new Promise<void>((done) => (land = done)), finish: () => {} }
  const place = { animate: () => animation }
  Object.assign(globalThis, {
    CSS: { escape: (text: string) => text },
    matchMedia: () => ({ matches: true, addEventListener: () => {} }),
    getComputedStyle: () => ({ getPropertyValue: () => "0ms" }),
    document: { visibilityState: "visible", documentElement: { style: { getPropertyValue: () => "" } }, querySelector: () => place, querySelectorAll: () => [] },
  })
  const { Show } = await import("../src/motion/show.svelte")
  const view = { game: "dobro", seat: 0 }
  const before = { seq: 1, since: 0, seat: 0, view, facts: [] } as unknown as News
  const after = { seq: 2, since: 1, seat: 0, view, facts: [{ key: "dobro.played" }] } as unknown as News
  const arrived = [before, after]
  const wire = { arrived: [before], news: before, facts: [], next: () => arrived.shift() } as unknown as TableWire
  const ui = { flights: () => [{ from: "hand:7", to: "stage", face: null, props: {} }] } as unknown as GameUi
  const show = new Show(wire, () => ui)
  wire.arrived.length = 0
  const done = show.play()
  await settle()
  assert.deepEqual(show.facts, [], "the card is still in the air")
  land()
  await done
  assert.deepEqual(show.facts, after.facts)
  assert.equal(show.news, after)
})
