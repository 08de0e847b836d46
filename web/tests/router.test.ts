// Pages that must not be left without a word, in a history that goes back in its own time, as a browser's does.
import assert from "node:assert/strict"
import { test } from "node:test"

interface Entry {
  path: string
  state: unknown
}
const entries: Entry[] = [{ path: "/t/k3mz8w2p", state: null }]
let place = 0
let popped = () => {}
/** Where the browser still has to go. */
const pending: (() => void)[] = []
const location = { pathname: entries[0]?.path ?? "", hash: "" }

function show(at: number): void {
  place = at
  location.pathname = entries[at]?.path ?? ""
}

Object.assign(globalThis, {
  location,
  history: {
    get state() {
      return entries[place]?.state
    },
    pushState(state: unknown, _: string, path?: string) {
      entries.splice(place + 1, Infinity, { path: path ?? location.pathname, state })
      show(place + 1)
    },
    back() {
      pending.push(() => {
        show(place - 1)
        popped()
      })
    },
  },
  addEventListener: (_: string, listener: () => void) => (popped = listener),
  scrollTo: () => {},
  document: { getElementById: () => null, querySelector: () => null, baseURI: "http://127.0.0.1/" },
})
const { go, hold, route } = await import("../src/router.svelte")

test("who leaves a page that has just been let go arrives, though the browser goes back later", () => {
  const letGo = hold(() => assert.fail("nobody has gone back"))
  letGo()
  go("/")
  while (pending.length) pending.shift()?.()
  assert.deepEqual(route(), { page: "Lobby" })
  assert.deepEqual(entries.map((entry) => entry.path), ["/t/k3mz8w2p", "/"])
})
