// Keeps the shell of the pages, so that they open at once and also without a network. Games are never kept: the
// table itself always comes from the server.

const HOME = new URL("./", location.href).pathname // "/", or "/koloda/" where the server is under a path
const SHELL = `koloda-shell${HOME.slice(1)}`

addEventListener("install", () => skipWaiting())

addEventListener("activate", (event) => {
  event.waitUntil(clients.claim())
})

addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  const path = url.pathname.slice(HOME.length)
  if (request.method !== "GET" || url.origin !== location.origin || /^(api|docs)(\/|$)/.test(path)) return
  if (request.mode === "navigate") event.respondWith(newest(request))
  else if (/^(assets\/|icon|manifest)/.test(path)) event.respondWith(kept(request))
})

/** The page from the server, or the last one that was seen when there is no network. All pages are the same. */
async function newest(request) {
  const shell = await caches.open(SHELL)
  try {
    const response = await fetch(request)
    if (response.ok) {
      await forgetOthers(shell, await response.clone().text())
      await shell.put(HOME, response.clone())
    }
    return response
  } catch (error) {
    const old = await shell.match(HOME)
    if (old === undefined) throw error
    return old
  }
}

/** Names of assets change with what is in them: what is kept stays right. */
async function kept(request) {
  const shell = await caches.open(SHELL)
  const old = await shell.match(request)
  if (old !== undefined) return old
  const response = await fetch(request)
  if (response.ok) await shell.put(request, response.clone())
  return response
}

/** After an upgrade the page names another entry: what belonged to the old one is dropped. */
async function forgetOthers(shell, page) {
  const old = await shell.match(HOME)
  if (old === undefined || (await old.text()) === page) return
  for (const request of await shell.keys()) await shell.delete(request)
}

addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.path))
})

async function show(path) {
  const windows = await clients.matchAll({ type: "window" })
  const open = windows.find((client) => new URL(client.url).pathname === path)
  return open === undefined ? clients.openWindow(path) : open.focus()
}
