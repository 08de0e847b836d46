// Opens the pages without a network, and shows notices. Tables are never kept here: what the server answers is the
// business of the pages (src/offline/kept.ts).

// The build writes both: what this version consists of, and a name for it.
const VERSION = ""
const FILES = []

const HOME = new URL("./", location.href).pathname // "/", or "/koloda/" where the server is under a path
const PREFIX = `koloda:${HOME}:pages:`
const CACHE = PREFIX + VERSION
const FORMER = `koloda-shell${HOME.slice(1)}` // how the only cache was called before there were versions
const PATIENCE = 4000

addEventListener("install", (event) => {
  event.waitUntil(install().then(() => skipWaiting()))
})

addEventListener("activate", (event) => {
  event.waitUntil(activate())
})

addEventListener("fetch", (event) => {
  const { request } = event
  const path = pathOf(request)
  if (request.method !== "GET" || path === null || /^(api|docs)(\/|$)/.test(path)) return
  if (request.mode === "navigate") {
    event.respondWith(page(request))
    event.waitUntil(tidy(event))
  } else if (path.startsWith("assets/") || FILES.includes(path)) event.respondWith(file(request, path))
})

/** Where data is dear, the page says which files it has loaded: they cost nothing more. */
addEventListener("message", (event) => {
  const loaded = event.data?.loaded
  if (Array.isArray(loaded)) event.waitUntil(keep(loaded.filter((path) => FILES.includes(path))))
})

/** The path below the server's own, such as "assets/index.js"; null for another host. */
function pathOf(request) {
  const url = new URL(request.url)
  return url.origin === location.origin && url.pathname.startsWith(HOME) ? url.pathname.slice(HOME.length) : null
}

/** Keeps the page and all its files, or fails and is tried again with the next visit: never half of a version. */
async function install() {
  const response = await fetch(HOME, { cache: "no-cache" })
  if (!response.ok || response.redirected) throw new Error(`the page cannot be kept: ${response.status}`)
  const named = (await response.clone().text()).match(/assets\/[\w.-]+/g) ?? []
  if (named.some((path) => !FILES.includes(path))) throw new Error("the page belongs to another version")
  const cache = await caches.open(CACHE)
  await cache.put(HOME, response)
  if (!navigator.connection?.saveData) await keep(FILES)
}

async function keep(paths) {
  const cache = await caches.open(CACHE)
  await cache.addAll(paths.map((path) => HOME + path))
}

/** A page of the version before may be open, and need files of it that the server no longer has. */
async function activate() {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true })
  await dropOthers(windows.length > 0 ? 1 : 0)
  await caches.delete(FORMER)
  await clients.claim()
}

/** With nothing else open, nobody needs another version. */
async function tidy({ resultingClientId, replacesClientId }) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true })
  if (windows.every(({ id }) => id === resultingClientId || id === replacesClientId)) await dropOthers(0)
}

/** Drops other versions of this server's pages but the newest `spared`; the keys come in the order of their making. */
async function dropOthers(spared) {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  for (const name of others.slice(0, others.length - spared)) await caches.delete(name)
}

/** The page from the server, which is always the newest; the one that is kept if the server does not answer soon. */
async function page(request) {
  const kept = await caches.match(HOME, { cacheName: CACHE, ignoreVary: true })
  if (kept === undefined) return fetch(request)
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(kept), PATIENCE)
  })
  const answer = fetch(request).then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  )
  const first = await Promise.race([answer, late])
  clearTimeout(timer)
  return first
}

/** Names of assets change with what is in them; other files belong to their version. */
async function file(request, path) {
  const kept =
    (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ??
    (await caches.match(request, { ignoreVary: true }))
  if (kept !== undefined) return kept
  const response = await fetch(request)
  if (response.ok && FILES.includes(path)) await (await caches.open(CACHE)).put(request, response.clone())
  return response
}

/** What the server sends: { title, body, path }, in the reader's language. */
addEventListener("push", (event) => {
  const { title, body, path } = event.data.json()
  const address = HOME + path
  const options = { body, tag: address, renotify: true, icon: `${HOME}icon-192.png`, data: { path: address } }
  event.waitUntil(registration.showNotification(title, options))
})

addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.path))
})

async function show(path) {
  const windows = await clients.matchAll({ type: "window" })
  const open = windows.find((client) => new URL(client.url).pathname === path)
  return open === undefined ? clients.openWindow(path) : open.focus()
}
