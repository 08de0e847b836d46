// The service worker: it comes when the first page is there and the browser has nothing better to do, so that the
// first page does not wait for it.

import { at, BASE } from "../address"
import { network } from "./network.svelte"

const RELOADED = "koloda.reloaded"
const ONCE_IN = 60_000

/** Does the reader want to save data? */
export function savesData(): boolean {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  return connection?.saveData === true
}

/** Calls back when the page has loaded and the browser is idle. */
export function whenIdle(then: () => void): void {
  const idle = () => ("requestIdleCallback" in globalThis ? requestIdleCallback(then, { timeout: 10_000 }) : setTimeout(then, 2000))
  if (document.readyState === "complete") idle()
  else addEventListener("load", idle, { once: true })
}

export function installWorker(): void {
  addEventListener("vite:preloadError", reloadOnce)
  if ("serviceWorker" in navigator) whenIdle(() => void register())
}

/** Some browsers refuse it in private windows: then everything works but the start without a network. */
async function register(): Promise<void> {
  const registered = await navigator.serviceWorker.register(at("/sw.js")).catch(() => null)
  if (registered === null) return
  const { active } = await navigator.serviceWorker.ready
  if (!savesData()) {
    const { keepRules } = await import("./prefetch")
    await keepRules()
    return
  }
  const home = location.origin + BASE + "/"
  const loaded = performance.getEntriesByType("resource").flatMap(({ name }) => (name.startsWith(home) ? [name.slice(home.length)] : []))
  active?.postMessage({ loaded })
}

/** The server has another version, without a file that this page wants: the new page has all of its own. */
function reloadOnce(event: Event): void {
  const last = Number(sessionStorage.getItem(RELOADED))
  if (network.lost || Date.now() - last < ONCE_IN) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  event.preventDefault()
  location.reload()
}
