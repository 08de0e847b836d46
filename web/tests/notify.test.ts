// Notices: a browser subscribes with the server's key, again by itself when there is another one; a nudge is felt.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { News } from "../src/messages"

const posted: { path: string; endpoint: string }[] = []
const shown: { body: string; renotify?: boolean }[] = []
const buzzed: number[][] = []
let serverKey = "AQID"
let subscription: ReturnType<typeof subscribed> | null = null
let number = 0

function subscribed(key: string) {
  const endpoint = `https://push.example.org/${(number += 1)}`
  return {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => ((subscription = null), true),
  }
}

const registration = {
  pushManager: {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => (subscription = subscribed(applicationServerKey)),
  },
  showNotification: async (_: string, options: (typeof shown)[0]) => void shown.push(options),
}
const kept = new Map([["koloda.notify", "on"], ["koloda.haptics", "on"]])
Object.defineProperty(globalThis, "navigator", {
  value: {
    languages: ["en"], serviceWorker: { ready: Promise.resolve(registration) }, userActivation: { hasBeenActive: true },
    vibrate: (pattern: number[]) => buzzed.push(pattern),
  },
  configurable: true,
})
Object.assign(globalThis, {
  Notification: { permission: "granted" },
  document: { documentElement: { lang: "" }, visibilityState: "hidden" },
  localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: () => undefined, removeItem: () => undefined },
  addEventListener: () => undefined,
  fetch: async (path: string, init: RequestInit) => {
    if (path === "/api/push") return Response.json({ key: serverKey })
    posted.push({ path, endpoint: (JSON.parse(init.body as string) as { endpoint: string }).endpoint })
    return Response.json({})
  },
})
const { tellServer } = await import("../src/table/notify.svelte")
const { Announcer } = await import("../src/table/announce.svelte")

test("with another key of the server a browser subscribes anew, unasked", async () => {
  await tellServer("k3mz8w2p")
  await tellServer("k3mz8w2p")
  assert.deepEqual(posted.map(({ endpoint }) => endpoint), ["https://push.example.org/1", "https://push.example.org/1"])
  serverKey = "BAUG"
  await tellServer("k3mz8w2p")
  await tellServer("h7vd4n9c")
  assert.deepEqual(posted.slice(2), [
    { path: "/api/tables/k3mz8w2p/push", endpoint: "https://push.example.org/2" },
    { path: "/api/tables/h7vd4n9c/push", endpoint: "https://push.example.org/2" },
  ])
})

test("a nudge is felt and heard of, even if a notice of the turn is still there", async () => {
  const news = { seat: 0, table: { id: "k3mz8w2p", game: "cards", seats: [] } } as unknown as News
  new Announcer().nudged(news, ["Anna", "Boris"], 1)
  await new Promise((resolve) => setTimeout(resolve))
  assert.deepEqual(buzzed, [[30, 60, 30, 60, 30]])
  assert.deepEqual(shown.map(({ renotify }) => renotify), [true])
})
