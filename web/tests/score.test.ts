import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { checkedSheet, decoded, encoded } from "../src/score/link"
import { plainly } from "../src/score/plainly"
import { blank, changedSeat, entryOf, MOST_TAPS, tapped, undone, withEntry, written, type ScoreSheet } from "../src/score/sheet"
import type { Standing } from "../src/messages"
import { emptyStorage } from "./storage"

const NAMES = ["Аня", "Борис", ""]
const fresh = () => blank("id", "dobro", NAMES, { rounds: "3" })
let kept: Map<string, string>

beforeEach(() => {
  kept = emptyStorage()
})

test("every tap can be undone, also those before something was written", () => {
  const states: ScoreSheet[] = [fresh()]
  const add = (next: ScoreSheet) => states.push(next)
  add(tapped(states.at(-1)!, [{ piles: [1, 0, 0] }]))
  add(tapped(states.at(-1)!, [{ piles: [1, 2, 0] }]))
  add(written(states.at(-1)!))
  add(tapped(states.at(-1)!, [{ piles: [0, 0, 4] }]))
  add(written(states.at(-1)!))
  assert.deepEqual(states.at(-1)!.written, [[{ piles: [1, 2, 0] }], [{ piles: [0, 0, 4] }]])
  let sheet = states.at(-1)!
  for (const before of states.slice(0, -1).toReversed()) {
    sheet = undone(sheet)
    assert.deepEqual(sheet, before)
  }
  assert.equal(undone(sheet), sheet)
})

test("a button that is held is one tap", () => {
  let sheet = tapped(fresh(), [{ piles: [1, 0, 0] }])
  for (let cards = 2; cards < 20; cards++) sheet = tapped(sheet, [{ piles: [cards, 0, 0] }], true)
  assert.deepEqual(sheet.draft, [{ piles: [19, 0, 0] }])
  assert.deepEqual(undone(sheet), fresh())
})

test("an endless evening keeps the latest taps", () => {
  let sheet = fresh()
  for (let n = 0; n < MOST_TAPS + 5; n++) sheet = tapped(sheet, [{ piles: [n, 0, 0] }])
  assert.equal(sheet.taps.length, MOST_TAPS)
  assert.deepEqual(undone(sheet).draft, [{ piles: [MOST_TAPS + 3, 0, 0] }])
})

test("each player's entry is found and replaced", () => {
  const draft = withEntry(withEntry([], { seat: 1, cards: [3] }), { seat: 0, cards: [] })
  assert.deepEqual(withEntry(draft, { seat: 1, cards: [3, 4] }), [{ seat: 1, cards: [3, 4] }, { seat: 0, cards: [] }])
  assert.deepEqual(entryOf(draft, 0), { seat: 0, cards: [] })
  assert.equal(entryOf(draft, 2), undefined)
  assert.equal(changedSeat(draft, withEntry(draft, { seat: 1, cards: [4] })), 1)
  assert.equal(changedSeat(draft, []), null)
  assert.equal(changedSeat([{ piles: [1] }], [{ piles: [2] }]), null)
})

test("a link holds the sheet without its taps", async () => {
  const sheet = written(tapped(fresh(), [{ piles: [3, 20, 6], forgot: 1 }]))
  const link = await encoded(sheet)
  assert.match(link, /^s\.z[\w-]+$/)
  assert.ok(link.length < 200, `${link.length} characters`)
  const { id: _, taps: __, ...shared } = sheet
  assert.deepEqual(await decoded(link), { ...shared, id: "", taps: [] })
})

test("a browser that cannot compress makes and reads plain links", async () => {
  const { CompressionStream, DecompressionStream } = globalThis
  Object.assign(globalThis, { CompressionStream: undefined, DecompressionStream: undefined })
  try {
    const link = await encoded(fresh())
    assert.match(link, /^s\.p/)
    assert.deepEqual((await decoded(link))?.names, NAMES)
  } finally {
    Object.assign(globalThis, { CompressionStream, DecompressionStream })
  }
})

test("what is no sheet is not opened", async () => {
  const odd = (change: object) => checkedSheet({ ...fresh(), ...change })
  assert.notEqual(odd({}), null)
  for (const change of [
    { game: "../x" }, { game: 3 }, { names: [] }, { names: Array(17).fill("A") }, { names: ["x".repeat(41)] }, { names: "Anna" },
    { options: { rounds: 3 } }, { options: null }, { written: [{}] }, { written: [Array(21).fill({})] }, { draft: [{ piles: { a: 1 } }] },
    { draft: [{ piles: [1.5] }] }, { draft: [{ line: "x".repeat(201) }] }, { draft: [Object.fromEntries(Array.from({ length: 9 }, (_, n) => [n, n]))] },
    { written: Array(1501).fill([{ do: "stuck" }]) }, { taps: [{ written: 5, draft: [] }] }, { taps: 1 },
  ])
    assert.equal(odd(change), null, JSON.stringify(change).slice(0, 80))
  for (const link of ["", "s.", "s.q123", "s.z!!", "s.zAAAA", "s.pe30", `s.z${"A".repeat(30_000)}`, "abc"]) assert.equal(await decoded(link), null, link.slice(0, 20))
  const bomb = await encoded({ ...fresh(), written: Array(1400).fill([{ line: "x".repeat(200) }]) })
  assert.ok(bomb.length < 24_000, "it is short")
  assert.equal(await decoded(bomb), null, "and would be too large")
})

test("this device keeps the latest sheets, and what the server said", async () => {
  const { keepSheet, keptSheet, SHEETS } = await import("../src/score/kept")
  const { MOST_KEPT } = await import("../src/keptList")
  const counted = { standing: { over: true } as Standing, written: 1 }
  for (let n = 0; n < MOST_KEPT + 3; n++) keepSheet({ ...fresh(), id: `s${n}` }, n % 2 ? counted : null, n)
  assert.equal(SHEETS.entries().length, MOST_KEPT)
  assert.deepEqual(SHEETS.entries()[0], { id: "s14", game: "dobro", names: NAMES, at: 14, over: false })
  assert.equal(keptSheet("s2"), null, "too old")
  assert.deepEqual(keptSheet("s3"), { sheet: { ...fresh(), id: "s3" }, counted })
  SHEETS.forget("s14")
  assert.equal(keptSheet("s14"), null)
  assert.equal(SHEETS.entries().length, MOST_KEPT - 1)
  kept.set("koloda.scores", "{")
  kept.set("koloda.score.s3", "[]")
  assert.deepEqual([SHEETS.entries(), keptSheet("s3")], [[], null])
})

test("a sheet that grows too large forgets its oldest taps", async () => {
  const { keepSheet, keptSheet } = await import("../src/score/kept")
  let sheet = fresh()
  for (let n = 0; n < 1500; n++) sheet = tapped(sheet, [{ line: `${n} ${"x".repeat(190)}` }])
  keepSheet(sheet, null)
  const found = keptSheet("id")!.sheet
  assert.deepEqual(found.draft, sheet.draft)
  assert.ok(found.taps.length > 500 && found.taps.length < 1500, String(found.taps.length))
  assert.deepEqual(found.taps.at(-1), sheet.taps.at(-1))
})

test("rule ids are left out of what the pad says", () => {
  assert.equal(plainly("Раунд 2: не больше 52 (DB-21)."), "Раунд 2: не больше 52.")
  assert.equal(plainly("It costs (NT-1, NT-12) nothing (really)."), "It costs nothing (really).")
})
