// What pages keep for times without a network: finished games and what is said of games in general, and not for ever.
import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"

const shelves = new Map<string, Map<string, Response>>()
let answers: (path: string) => Response | null = () => null

Object.assign(globalThis, {
  caches: {
    open: async (name: string) => {
      const shelf = shelves.get(name) ?? new Map<string, Response>()
      shelves.set(name, shelf)
      return {
        put: async (path: string, response: Response) => void shelf.set(path, response),
        match: async (path: string) => shelf.get(path)?.clone(),
        delete: async (path: string) => shelf.delete(path),
        keys: async () => [...shelf.keys()],
      }
    },
    delete: async (name: string) => shelves.delete(name),
  },
  fetch: async (path: string) => {
    const answer = answers(path)
    if (answer === null) throw new TypeError("no network")
    return answer
  },
})
const { forgetKept, getJsonOrKept, getLobby, keep, kept } = await import("../src/offline/kept")
const { network } = await import("../src/offline/network.svelte")

beforeEach(() => shelves.clear())

test("an answer is kept, and stands in for the server while there is no network or a proxy answers for it", async () => {
  answers = () => Response.json({ steps: 3 })
  assert.deepEqual(await getJsonOrKept("games", "/api/x"), { steps: 3 })
  assert.equal(network.lost, false)
  answers = () => null
  assert.deepEqual(await getJsonOrKept("games", "/api/x"), { steps: 3 })
  assert.equal(network.lost, true)
  answers = () => new Response("bad gateway", { status: 502 })
  assert.deepEqual(await getJsonOrKept("games", "/api/x"), { steps: 3 })
  answers = () => Response.json({ code: "no_table", detail: { key: "server.no_table" } }, { status: 404 })
  await assert.rejects(getJsonOrKept("games", "/api/x"), "the server has answered: it is gone")
  assert.equal(network.lost, false)
})

test("what was never asked for is not there", async () => {
  answers = () => null
  await assert.rejects(getJsonOrKept("documents", "/api/y"))
})

test("only so many games are kept, and the newest of them", async () => {
  for (let game = 0; game < 90; game += 1) await keep("games", `/api/tables/${game}/news`, String(game))
  await keep("games", "/api/tables/30/news", "again")
  await keep("games", "/api/tables/99/news", "one more")
  assert.equal([...shelves.values()][0]!.size, 80)
  assert.equal(await kept("games", "/api/tables/10/news"), null)
  assert.equal(await kept("games", "/api/tables/30/news"), "again")
})

test("the lobby is kept without its tables", async () => {
  answers = () => Response.json({ games: [{ name: "dobro" }], tables: [{ id: "k3mz8w2p" }] })
  assert.equal((await getLobby()).tables.length, 1)
  answers = () => null
  assert.deepEqual(await getLobby(), { games: [{ name: "dobro" }], tables: [] })
})

test("a device that is forgotten keeps nothing", async () => {
  await keep("games", "/api/tables/1/news", "a hand")
  await keep("documents", "/api/lobby", "{}")
  await forgetKept()
  assert.equal(await kept("games", "/api/tables/1/news"), null)
  assert.equal(shelves.size, 1, "asking has made one, which is empty")
})

test("a browser that keeps nothing is no reason to fail", async () => {
  const { caches } = globalThis
  Reflect.deleteProperty(globalThis, "caches")
  await keep("games", "/api/x", "{}")
  assert.equal(await kept("games", "/api/x"), null)
  await forgetKept()
  Object.assign(globalThis, { caches })
})
