import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { forgetAll } from "../src/memory"
import type { News, OwnGame } from "../src/messages"
import {
  asked, gameOf, givenUp, inLobby, isSame, keepGames, keptGames, luggage, merged, MOST_GAMES, MOST_SEATS, outdated, without,
} from "../src/ownGames"
import { running, statistics } from "../src/pages/games/statistics"
import { emptyStorage } from "./storage"

let kept: Map<string, string>

beforeEach(() => {
  kept = emptyStorage()
})

function id(number: number): string {
  return number.toString(8).padStart(8, "0").replace(/./g, (digit) => "23456789"[Number(digit)] ?? "2")
}

function game(at: number, more: Partial<OwnGame> = {}): OwnGame {
  return { table: id(at), seat: 0, game: "cards", names: ["Аня", "", ""], status: "playing", at, due: [1], ...more }
}

function over(at: number, place: number, score: number, players = 3, more: Partial<OwnGame> = {}): OwnGame {
  return game(at, { status: "over", due: [], place, score, names: Array<string>(players).fill(""), ...more })
}

test("games are kept, the newest first, and a broken storage is survived", () => {
  keepGames([game(1), game(3), over(2, 1, 5)])
  assert.deepEqual(keptGames().map(({ at }) => at), [3, 2, 1])
  const broken = ["", "{", "null", "5", '{"a":1}', '[null, 5, "x", {}]', `[${JSON.stringify({ ...game(1), table: "../x" })}]`]
  for (const content of broken) {
    kept.set("koloda.games", content)
    assert.deepEqual(keptGames(), [], content)
  }
  for (const wrong of [{ seat: -1 }, { at: "now" }, { names: "Anna" }, { status: "won" }, { due: ["x"] }, { place: 1.5 }]) {
    kept.set("koloda.games", JSON.stringify([{ ...game(1), ...wrong }, game(2)]))
    assert.deepEqual(keptGames(), [game(2)], JSON.stringify(wrong))
  }
  Object.assign(globalThis, { localStorage: undefined })
  keepGames([game(1)])
  assert.deepEqual(keptGames(), [])
})

test("a game that goes on follows what is newer, and a result stays as it was", () => {
  assert.deepEqual(merged([game(5)], [{ ...game(5), at: 9, due: [0] }])[0]?.due, [0])
  assert.deepEqual(merged([{ ...game(5), at: 9 }], [{ ...game(5), at: 7, due: [0] }])[0]?.due, [1])
  const ended = { ...over(5, 2, 30), at: 20 }
  assert.deepEqual(merged([{ ...game(5), at: 30 }], [ended]), [ended], "a result is news, whatever the clock says")
  assert.deepEqual(merged([ended], [{ ...ended, at: 99 }, { ...game(5), at: 99 }]), [ended])
})

test("seats that are gone leave the list, results do not", () => {
  assert.deepEqual(without([game(1), over(2, 1, 1), game(3)], [id(1), id(2)]), [over(2, 1, 1), game(3)])
})

test("the list is bounded: the oldest finished games go first", () => {
  const many = Array.from({ length: MOST_GAMES + 10 }, (_, at) => over(at + 100, 1, 1))
  const all = merged([game(1), game(2)], many)
  assert.equal(all.length, MOST_GAMES)
  assert.deepEqual(all.slice(-2).map(({ at }) => at), [2, 1], "games that go on are never dropped for them")
  assert.equal(asked([...Array(30).keys()].map((at) => game(at))).length, 20)
  const heavy = [...Array(300).keys()].map((at) => over(at, 1, 1, 8, { names: Array<string>(8).fill("Ж".repeat(24)) }))
  const taken = luggage([...heavy, game(1)])
  assert.equal(taken[0]?.status, "playing")
  assert.ok(taken.length > 100 && new TextEncoder().encode(JSON.stringify({ games: taken })).length < 128 * 1024)
})

test("old seats are given up once", () => {
  const games = merged([], Array.from({ length: MOST_SEATS + 3 }, (_, at) => over(at + 1, 1, 1)))
  assert.deepEqual(outdated(games).map(({ at }) => at), [3, 2, 1])
  givenUp(outdated(games))
  assert.deepEqual(outdated(games), [])
  assert.deepEqual(outdated(merged(games, [over(500, 1, 1)])).map(({ at }) => at), [4])
})

test("in the lobby one's own turn comes first, then what goes on, then the latest results", () => {
  const games = [over(9, 1, 1), game(8), game(3, { due: [0] }), over(7, 2, 1), game(2, { status: "waiting", due: [] })]
  assert.deepEqual(inLobby(games).map(({ at }) => at), [3, 8, 2, 9, 7])
})

test("news say where one sits and how it ended", () => {
  const seats = [{ who: "person", name: "Аня" }, { who: "bot", name: "Бот 2" }, { who: "open", name: "" }]
  const table = { id: id(1), game: "cards", status: "waiting", seats, lowest_wins: true }
  const news = { seat: 0, now: 5, table, view: null } as unknown as News
  const waiting = gameOf(news)
  assert.deepEqual([waiting?.names, waiting?.open, waiting?.status, waiting?.due], [["Аня", "", ""], 1, "waiting", []])
  const view = { over: true, actors: [0], places: [2, 1], scores: [3, 1] }
  const ended = gameOf({ ...news, table: { ...table, status: "over" }, view } as unknown as News)
  assert.deepEqual([ended?.place, ended?.score, ended?.lowest_wins, ended?.due], [2, 3, true, []])
  assert.ok(waiting && ended && isSame(waiting, { ...waiting, at: 99, due: [1] }) && isSame(ended, waiting))
  for (const more of [{ seat: 1 }, { status: "playing" as const }, { open: 0 }, { names: ["Аня", "Борис", ""] }])
    assert.ok(!isSame(waiting, { ...waiting, ...more }))
  assert.equal(gameOf({ ...news, seat: null }), null)
  assert.equal(gameOf({ ...news, table: { ...table, status: "closed" } } as unknown as News), null)
})

test("statistics count what is over", () => {
  const games = [
    over(6, 1, 20, 4, { lowest_wins: true }), over(5, 3, 50, 4, { lowest_wins: true }),
    over(4, 1, 8, 2, { lowest_wins: true }), game(3), over(2, 2, 7, 2, { game: "dice" }),
  ]
  const found = statistics(games, "cards")
  assert.deepEqual([found.games, found.wins, found.byLot, found.places], [3, 2, 1, [2, 0, 1]])
  assert.deepEqual(found.scores?.byPlayers, [
    { players: 2, games: 1, wins: 1, average: 8, best: 8 },
    { players: 4, games: 2, wins: 1, average: 35, best: 20 },
  ])
  assert.deepEqual([found.scores?.average, found.scores?.best, found.scores?.course], [26, 8, [8, 50, 20]])
  assert.equal(statistics(games, "dice").scores?.best, 7)
  const all = statistics(games, null)
  assert.deepEqual([all.games, all.places, all.scores], [4, [2, 1, 1], null])
  assert.deepEqual(statistics([], null), { games: 0, wins: 0, byLot: 0, places: [], scores: null })
  assert.deepEqual(running([1, 3, 5, 7, 9]), [1, 2, 3, 4, 6])
})

test("a forgotten device knows nothing of the person", () => {
  for (const key of ["koloda.name", "koloda.games", "koloda.deal.22222222", "koloda.theme", "other"]) kept.set(key, "x")
  forgetAll()
  assert.deepEqual([...kept.keys()], ["koloda.theme", "other"])
})
