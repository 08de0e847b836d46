import assert from "node:assert/strict"
import { afterEach, beforeEach, mock, test } from "node:test"
import type { AnyFrame, News } from "../src/messages"
import type { TableWire } from "../src/wire.svelte"

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.readyState = 3
    this.onclose?.()
  }
  say(frame: AnyFrame): void {
    this.readyState = FakeSocket.OPEN
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

function news(seq: number, since: number, ...keys: string[]): News {
  const facts = keys.map((key) => ({ key }))
  return { say: "news", seq, since, now: Date.now(), facts, chat: null } as unknown as News
}

const asked: string[] = []
let answers: (path: string) => [number, unknown]
let wire: TableWire
const last = () => FakeSocket.all.at(-1)!
const settle = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] })
  FakeSocket.all = []
  asked.length = 0
  answers = () => [404, {}]
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    location: { protocol: "http:", host: "table.test" },
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    addEventListener: () => {},
    removeEventListener: () => {},
    fetch: async (path: string) => {
      asked.push(path)
      const [status, body] = answers(path)
      if (status === 0) throw new TypeError("no network")
      return new Response(JSON.stringify(body), { status })
    },
  })
  const { TableWire } = await import("../src/wire.svelte")
  wire = new TableWire("abcd2345")
})

afterEach(() => {
  wire.close()
  mock.timers.reset()
})

test("the first news is the whole story", () => {
  assert.equal(last().url, "ws://table.test/api/tables/abcd2345/socket?since=0")
  last().say(news(3, 0, "a", "b"))
  assert.equal(wire.connected, true)
  assert.deepEqual(wire.facts.map((fact) => fact.key), ["a", "b"])
})

test("what follows is added", () => {
  last().say(news(3, 0, "a"))
  last().say(news(4, 3, "b"))
  assert.deepEqual(wire.facts.map((fact) => fact.key), ["a", "b"])
  assert.deepEqual([wire.next()?.seq, wire.next()?.seq, wire.next()], [3, 4, undefined])
})

test("news that are doubled or late change nothing", () => {
  last().say(news(4, 0, "a", "b"))
  last().say(news(3, 2, "a"))
  last().say(news(4, 3, "b"))
  assert.equal(wire.news?.seq, 4)
  assert.deepEqual(wire.facts.map((fact) => fact.key), ["a", "b"])
})

test("a gap is asked for", async () => {
  last().say(news(3, 0, "a"))
  answers = () => [200, news(6, 3, "b", "c", "d")]
  last().say(news(6, 5, "d"))
  await settle()
  assert.deepEqual(asked, ["/api/tables/abcd2345/news?since=3&wait=0"])
  assert.deepEqual(wire.facts.map((fact) => fact.key), ["a", "b", "c", "d"])
})

test("a heartbeat with another number tells that something was missed", async () => {
  last().say(news(3, 0, "a"))
  answers = () => [200, news(4, 3, "b")]
  last().say({ say: "beat", seq: 4, now: Date.now() })
  await settle()
  assert.equal(wire.news?.seq, 4)
})

test("after a loss it comes back with the last number, and sends what was not answered", async () => {
  last().say(news(3, 0, "a"))
  const answered = wire.send({ do: "act", offer: 3, move: "7" })
  const first = last()
  first.close()
  assert.equal(wire.connected, false)
  assert.equal(wire.retryAt, Date.now() + 1000)
  mock.timers.tick(1000)
  assert.equal(last().url, "ws://table.test/api/tables/abcd2345/socket?since=3")
  last().say(news(3, 3))
  assert.deepEqual(last().sent, first.sent)
  const { id } = JSON.parse(first.sent[0]!) as { id: string }
  last().say({ say: "answer", id, seq: 4, failure: null, next: null })
  assert.equal((await answered).seq, 4)
  assert.equal(wire.waiting, 0)
})

test("a command that came too fast is sent again when it may be", () => {
  last().say(news(3, 0))
  void wire.send({ do: "undo" })
  const { id } = JSON.parse(last().sent[0]!) as { id: string }
  const failure = { code: "too_fast", detail: { key: "http.too_fast" }, retry_after: 0.5 }
  last().say({ say: "answer", id, seq: 3, failure, next: null })
  assert.equal(last().sent.length, 1)
  mock.timers.tick(500)
  assert.equal(last().sent[1], last().sent[0])
})

test("where sockets do not get through, plain requests do the work", async () => {
  answers = (path) => (path.includes("wait=0") ? [200, news(3, 0, "a")] : [0, null])
  last().close()
  mock.timers.tick(1000)
  last().close()
  mock.timers.tick(2000)
  await settle()
  await settle()
  assert.equal(FakeSocket.all.length, 2)
  assert.equal(wire.news?.seq, 3)
  assert.ok(asked.some((path) => path.endsWith("wait=25")))
})

test("a table that is not there is not asked for again", async () => {
  answers = () => [404, { code: "no_table", detail: { key: "server.no_table" } }]
  last().close()
  await settle()
  assert.equal(wire.failure?.code, "no_table")
  mock.timers.tick(60_000)
  assert.equal(FakeSocket.all.length, 1)
})

test("a busy server says so, and is asked again when it wants", async () => {
  const busy = { code: "busy", detail: { key: "http.busy", args: { seconds: 10 } }, retry_after: 10 }
  answers = () => [503, busy]
  last().close()
  await settle()
  assert.deepEqual(wire.failure, busy)
  assert.equal(wire.retryAt, Date.now() + 10_000)
  mock.timers.tick(9_000)
  assert.equal(FakeSocket.all.length, 1)
  mock.timers.tick(1_000)
  assert.equal(FakeSocket.all.length, 2)
  last().say(news(3, 0, "a"))
  assert.equal(wire.failure, null)
})

test("a silent socket is given up", () => {
  last().say(news(3, 0))
  mock.timers.tick(40_000)
  assert.equal(wire.connected, false)
})

test("feelings pass", () => {
  last().say(news(3, 0))
  const line = { number: 1, at: 1, seat: 1, name: "Boris", text: "hello" }
  last().say({ say: "chat", line })
  assert.deepEqual(wire.chat, [{ ...line, after: 0 }], "and where among the moves it came")
  last().say({ say: "nudge", seat: 0, by: 1 })
  assert.deepEqual(wire.nudged, { say: "nudge", seat: 0, by: 1 })
  last().say({ say: "emote", seat: 1, emote: "smile" })
  assert.equal(wire.emotes[1], "smile")
  mock.timers.tick(5000)
  assert.equal(wire.emotes[1], undefined)
})
