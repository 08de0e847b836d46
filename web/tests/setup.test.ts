import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import type { GameInfo, Lobby } from "../src/messages"
import type { SetUp } from "../src/lobby/setup.svelte"
import { emptyStorage } from "./storage"

function game(name: string, least: number, usual: number, most: number): GameInfo {
  return { name, least, usual, most, bots: ["random", "greedy", "rule", "search"], options: [], score_sheet: true }
}
const LOBBY: Lobby = {
  games: [game("dobro", 2, 4, 6), game("no_thanks", 4, 4, 7)],
  tables: [],
  address: "",
}
let setup: SetUp

async function fresh(): Promise<SetUp> {
  const { SetUp } = await import("../src/lobby/setup.svelte")
  return new SetUp(LOBBY)
}

beforeEach(async () => {
  emptyStorage()
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["ru-RU"] }, configurable: true })
  setup = await fresh()
})

test("bots sit in all usual seats but the last", () => {
  assert.deepEqual(setup.seats, ["rule", "rule", ""])
})

test("where the game needs everybody, no seat is left open", () => {
  setup.choose("no_thanks")
  assert.deepEqual(setup.seats, ["rule", "rule", "rule"])
  assert.equal(setup.missing, 0)
})

test("who starts at once plays without the open seats", () => {
  const { players, seats, language } = setup.wanted("Anna", true)
  assert.deepEqual({ players, seats, language }, { players: 3, seats: ["rule", "rule"], language: "ru" })
})

test("who invites keeps them open", () => {
  const { players, seats } = setup.wanted("Anna", false)
  assert.deepEqual({ players, seats }, { players: 4, seats: ["rule", "rule", ""] })
})

test("one cannot start with too few", () => {
  setup.resize(2)
  setup.seat(0, "")
  assert.equal(setup.missing, 1)
})

test("the last choice is there again", async () => {
  setup.choose("no_thanks")
  setup.seat(1, "search")
  setup.set("chips", "20")
  const again = await fresh()
  assert.equal(again.game, "no_thanks")
  assert.deepEqual(again.seats, ["rule", "search", "rule"])
  assert.deepEqual(again.changed, { chips: "20" })
})

test("an option that is set back to the usual is not sent", () => {
  setup.set("rounds", "long")
  setup.set("rounds", null)
  assert.deepEqual(setup.wanted("Anna", true).options, {})
})
