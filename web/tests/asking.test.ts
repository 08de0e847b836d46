// Having a game reviewed: asking until it is ready, and what happens when the server does not answer.
import assert from "node:assert/strict"
import { afterEach, mock, test } from "node:test"
import type { Review } from "../src/messages"
import { Asking } from "../src/review/asking.svelte"

const REVIEW = { chances: [], seats: [], decisions: [], worth: 0.02 } as Review
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

afterEach(() => mock.restoreAll())

function answers(...found: (() => Response)[]): string[] {
  const asked: string[] = []
  mock.method(globalThis, "fetch", async (path: string, { method = "GET" }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return found.shift()!()
  })
  return asked
}

test("it is asked for until it is ready, then fetched, and not asked for again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] })
  const computing = { ready: false, done: 3, of: 10, ahead: 0 }
  const asked = answers(() => json(computing), () => json({ ...computing, ready: true }), () => json(REVIEW))
  const asking = new Asking("k3mz8w2p")
  const done = asking.ask()
  while (asking.progress === null) await new Promise((soon) => setImmediate(soon))
  assert.deepEqual(asking.progress, computing)
  await new Promise((soon) => setImmediate(soon))
  mock.timers.tick(1000)
  await done
  mock.timers.reset()
  assert.deepEqual(asking.found, REVIEW)
  await asking.ask()
  const path = "/api/tables/k3mz8w2p/review"
  assert.deepEqual(asked, [`POST ${path}`, `POST ${path}`, `GET ${path}`])
})

test("a refusal is told, and one may try again", async () => {
  const busy = { code: "busy", detail: { key: "server.review_soon" }, retry_after: 40 }
  answers(() => json(busy, 503), () => json({ ready: true, done: 1, of: 1, ahead: 0 }), () => json(REVIEW))
  const asking = new Asking("k3mz8w2p")
  await asking.ask()
  assert.deepEqual([asking.failure, asking.found], [busy, null])
  await asking.ask()
  assert.deepEqual([asking.failure, asking.found], [null, REVIEW])
})

test("without a network and without a kept review there is none", async () => {
  const lost = () => { throw new TypeError("no network") }
  answers(lost, lost)
  const asking = new Asking("k3mz8w2p")
  await asking.ask()
  assert.equal(asking.failure?.code, "offline")
})
