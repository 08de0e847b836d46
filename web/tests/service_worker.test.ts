// The service worker keeps one version of the pages as a whole, answers with it where there is no network, and shows
// notices. It keeps neither answers of the API nor the documentation.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { runInNewContext } from "node:vm"
import { withFiles } from "../plugins.js"

const SOURCE = readFileSync(new URL("../public/sw.js", import.meta.url), "utf-8")
const HOST = "https://cards.example.org"
const FILES = ["assets/index-1.js", "assets/Lobby-1.js", "lessons/dobro.json", "icon.svg"]

/** Caches of one browser, which several versions of the worker share. */
class FakeCaches {
  all = new Map<string, Map<string, Response>>()
  async open(name: string) {
    const kept = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, kept)
    return {
      put: async (request: string | { url: string }, response: Response) => void kept.set(pathOf(request), response),
      addAll: (paths: string[]) => Promise.all(paths.map(async (path) => kept.set(path, await this.fetch(path)))),
    }
  }
  fetch: (path: string) => Promise<Response> = () => assert.fail("no network")
  async match(request: string | { url: string }, { cacheName }: { cacheName?: string } = {}) {
    for (const [name, kept] of this.all)
      if (cacheName === undefined || cacheName === name) {
        const found = kept.get(pathOf(request))
        if (found !== undefined) return found.clone()
      }
    return undefined
  }
  async keys() {
    return [...this.all.keys()]
  }
  async delete(name: string) {
    return this.all.delete(name)
  }
}

function pathOf(request: string | { url: string }): string {
  return typeof request === "string" ? request : new URL(request.url).pathname
}

/** A server, and the browser's network to it. */
class Server {
  online = true
  hangs = false
  /** By path; what is missing is a 404. */
  files: Record<string, string | Response> = {}
  asked: string[] = []
  fetch = async (request: string | { url: string }): Promise<Response> => {
    const path = pathOf(request)
    this.asked.push(path)
    if (this.hangs) return new Promise(() => undefined)
    if (!this.online) throw new TypeError("no network")
    const found = this.files[path]
    if (found === undefined) return new Response("nothing", { status: 404 })
    return typeof found === "string" ? new Response(found) : found.clone()
  }

  constructor(home: string, version: string, files: string[]) {
    this.files[home] = `<script src="${home}assets/index-${version}.js">`
    for (const file of files) this.files[home + file] = `${file} of ${version}`
  }
}

/** One version of the worker in a browser. */
class Worker {
  heard: Record<string, (event: unknown) => void> = {}
  windows: { id: string; url: string; focus: () => string }[] = []
  shown: [string, { body: string; tag: string; data: { path: string } }][] = []
  opened: string[] = []
  skipped = false

  constructor(
    readonly home: string,
    caches: FakeCaches,
    server: Server,
    { version = "1", files = FILES, saveData = false } = {},
  ) {
    caches.fetch = async (path) => {
      const response = await server.fetch(path)
      if (!response.ok) throw new TypeError(path)
      return response
    }
    runInNewContext(withFiles(SOURCE, `v${version}`, files), {
      URL,
      setTimeout: (then: () => void, wait: number) => setTimeout(then, wait),
      clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
      location: new URL(`${HOST}${home}sw.js`),
      navigator: { connection: { saveData } },
      addEventListener: (kind: string, heard: (event: unknown) => void) => (this.heard[kind] = heard),
      caches,
      fetch: server.fetch,
      skipWaiting: async () => (this.skipped = true),
      clients: {
        claim: async () => undefined,
        matchAll: async () => this.windows,
        openWindow: async (path: string) => this.opened.push(path),
      },
      registration: { showNotification: async (...shown: (typeof this.shown)[0]) => this.shown.push(shown) },
    })
  }

  async send(kind: string, event: object = {}): Promise<Response | null> {
    const waits: Promise<unknown>[] = []
    let answer: Promise<Response> | null = null
    const respondWith = (given: Promise<Response>) => (answer = given)
    this.heard[kind]!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work), respondWith })
    await Promise.all(waits)
    return answer
  }

  async install(): Promise<void> {
    await this.send("install")
    await this.send("activate")
  }

  /** What somebody gets who goes to an address, or whose page wants a file; null if the worker leaves it alone. */
  get(path: string, mode: "navigate" | "cors" = "navigate"): Promise<Response | null> {
    const request = { url: new URL(path, HOST).href, method: "GET", mode }
    return this.send("fetch", { request, resultingClientId: "new", replacesClientId: "" })
  }
}

async function installed(home = "/", more: ConstructorParameters<typeof Worker>[3] = {}) {
  const caches = new FakeCaches()
  const server = new Server(home, "1", FILES)
  const worker = new Worker(home, caches, server, more)
  await worker.install()
  return { caches, server, worker }
}

for (const home of ["/", "/koloda/"]) {
  test(`a server at ${home} opens without a network after the first visit`, async () => {
    const { server, worker } = await installed(home)
    server.online = false
    for (const path of ["", "t/k3mz8w2p", "rules/crazy_eights", "documents", "replay/k3mz8w2p"])
      assert.match(await (await worker.get(home + path))!.text(), /index-1\.js/, path)
    for (const file of FILES) assert.equal(await (await worker.get(home + file, "cors"))!.text(), `${file} of 1`)
  })

  test(`what is not kept of a server at ${home}`, async () => {
    const { caches, worker } = await installed(home)
    for (const path of ["docs", "docs/", "docs/bots.html", "api/lobby", "api/tables/k3mz8w2p/news"]) {
      assert.equal(await worker.get(home + path), null, path)
      assert.equal(await worker.get(home + path, "cors"), null, path)
    }
    assert.equal(await worker.get("https://elsewhere.org/t/x"), null)
    if (home !== "/") assert.equal(await worker.get("/other/t/x"), null)
    const [[, kept]] = [...caches.all] as [[string, Map<string, Response>]]
    assert.deepEqual([...kept.keys()].sort(), [home, ...FILES.map((file) => home + file)].sort())
  })
}

test("while there is a network the page is always the server's own", async () => {
  const { server, worker } = await installed()
  server.files["/"] = "a newer page"
  assert.equal(await (await worker.get("/"))!.text(), "a newer page")
  server.files["/t/x"] = new Response("below", { status: 404 })
  assert.equal((await worker.get("/t/x"))!.status, 404)
})

test("a server that is down, or says nothing for long, does not keep the page away", async (context) => {
  const { server, worker } = await installed()
  server.files["/"] = new Response("bad gateway", { status: 502 })
  assert.match(await (await worker.get("/"))!.text(), /index-1/)
  context.mock.timers.enable({ apis: ["setTimeout"] })
  server.hangs = true
  const answer = worker.get("/t/x")
  for (let turn = 0; turn < 9; turn += 1) await null
  context.mock.timers.tick(4000)
  assert.match(await (await answer)!.text(), /index-1/)
})

test("half a version is never kept", async () => {
  const caches = new FakeCaches()
  const server = new Server("/", "1", FILES.slice(1))
  await assert.rejects(new Worker("/", caches, server).send("install"), "a file is missing")
  const newer = new Server("/", "2", FILES)
  await assert.rejects(new Worker("/", caches, newer).send("install"), "the server has been updated in between")
})

test("after an update an open page still has its files, and later nothing is left of them", async () => {
  const { caches, server, worker } = await installed()
  for (const version of ["2", "3"]) {
    const files = FILES.map((file) => file.replace("-1", `-${version}`))
    Object.assign(server, { files: new Server("/", version, files).files })
    const next = new Worker("/", caches, server, { version, files })
    next.windows = [{ id: "open", url: `${HOST}/`, focus: () => "" }]
    await next.install()
    assert.ok(next.skipped)
    assert.equal(await (await next.get(`/assets/Lobby-${version}.js`, "cors"))!.text(), `assets/Lobby-${version}.js of ${version}`)
    assert.equal(await (await next.get("/lessons/dobro.json", "cors"))!.text(), `lessons/dobro.json of ${version}`)
    const before = Number(version) - 1
    assert.equal(await (await next.get(`/assets/Lobby-${before}.js`, "cors"))!.text(), `assets/Lobby-${before}.js of ${before}`)
    assert.equal(caches.all.size, 2, "this version and the one before")
    if (version === "3") {
      assert.equal((await next.get("/assets/Lobby-1.js", "cors"))!.status, 404)
      next.windows = []
      await next.get("/")
      assert.deepEqual(await caches.keys(), ["koloda:/:pages:v3"])
    }
  }
  assert.ok(worker.skipped)
})

test("servers below other paths, and what pages keep, are left alone", async () => {
  const caches = new FakeCaches()
  for (const name of ["koloda:/koloda/:pages:v9", "koloda:/:games", "koloda-shell", "other"]) await caches.open(name)
  await new Worker("/", caches, new Server("/", "1", FILES)).install()
  assert.deepEqual(await caches.keys(), ["koloda:/koloda/:pages:v9", "koloda:/:games", "other", "koloda:/:pages:v1"])
})

test("who saves data keeps only what was loaded anyway", async () => {
  const { caches, server, worker } = await installed("/", { saveData: true })
  assert.deepEqual(server.asked, ["/"])
  await worker.send("message", { data: { loaded: ["assets/index-1.js", "api/lobby", "https://elsewhere.org/"] } })
  assert.deepEqual(server.asked, ["/", "/assets/index-1.js"])
  await worker.get("/assets/Lobby-1.js", "cors")
  server.online = false
  assert.equal((await worker.get("/assets/Lobby-1.js", "cors"))!.status, 200, "what was used is kept, too")
  assert.equal(caches.all.size, 1)
})

test("a notice of a turn opens its table, or shows the page where it is open", async () => {
  const { worker } = await installed("/koloda/")
  const sent = { title: "Добро: ваш ход", body: "За столом: Борис", path: "t/k3mz8w2p" }
  await worker.send("push", { data: { json: () => sent } })
  const [[title, options]] = worker.shown as [[string, { body: string; tag: string; renotify: boolean; data: { path: string } }]]
  assert.deepEqual([title, options.body, options.data.path], [sent.title, sent.body, "/koloda/t/k3mz8w2p"])
  assert.equal(options.tag, "/koloda/t/k3mz8w2p", "the page's own notice of the same table takes its place")
  assert.ok(options.renotify, "and is heard, too")
  let closed = 0
  const notification = { data: options.data, close: () => (closed += 1) }
  await worker.send("notificationclick", { notification })
  assert.deepEqual(worker.opened, ["/koloda/t/k3mz8w2p"])
  let focused = 0
  worker.windows = [{ id: "1", url: `${HOST}/koloda/t/k3mz8w2p`, focus: () => `${(focused += 1)}` }]
  await worker.send("notificationclick", { notification })
  assert.deepEqual([worker.opened.length, focused, closed], [1, 1, 2])
})
