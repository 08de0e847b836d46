// "Your turn", as the system's own notice: from this page while it is out of sight, and from the server (Web Push) when
// no page is open. Asked for by a click only; it counts for every table at which this device has a seat.

import { at } from "../address"
import { getJson, postJson, Refused } from "../http"
import { reading } from "../language.svelte"
import { remember, remembered } from "../memory"
import type { ForgetPush, PushKey, PushSubscription as Wanted } from "../messages"
import { safeAddress } from "../offline/network.svelte"

/** Why there are no notices: browsers offer them on safe addresses only, and whoever said no must take it back there. */
export type Notices = "on" | "off" | "denied" | "needs_https" | "impossible"

const possible = "Notification" in globalThis && "serviceWorker" in navigator
let on = $state(possible && remembered("notify") === "on" && Notification.permission === "granted")
/** The browser takes nothing from the server: it has no push service, or cannot reach it. */
let alone = $state(false)
let denied = $state(possible && Notification.permission === "denied")

export function notices(): Notices {
  if (!safeAddress()) return "needs_https"
  if (!possible) return "impossible"
  if (denied) return "denied"
  return on ? "on" : "off"
}

/** Are there notices only while the page is open? */
export function pageOnly(): boolean {
  return alone
}

/** Asks the browser, which asks the person, and lets the server know if there is a seat at a table. */
export async function switchNotices(next: boolean, table: string | null): Promise<void> {
  const permission = next ? await Notification.requestPermission() : Notification.permission
  denied = permission === "denied"
  on = next && permission === "granted"
  remember("notify", on ? "on" : null)
  if (!on) await forgetNotices()
  else if (table !== null) await tellServer(table)
}

/** Lets the server tell this device of turns at a table, if notices are on. Twice does no harm. */
export async function tellServer(table: string): Promise<void> {
  if (!on) return
  try {
    const { key } = await getJson<PushKey>("/api/push")
    const { endpoint = "", keys } = (await subscribed(key)).toJSON()
    const wanted: Wanted = { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", language: reading.language }
    await postJson(`/api/tables/${table}/push`, wanted)
    alone = false
  } catch (problem) {
    // A browser without a push service, or without a way to it; the page's own notices still come.
    alone = !(problem instanceof Refused)
  }
}

/** This browser's subscription with the server's key. One with another key is of no use: the server was set up anew. */
async function subscribed(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const old = await pushManager.getSubscription()
  if (old !== null && written(old.options.applicationServerKey) === key) return old
  await old?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** In base64url. */
function written(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

/** No more notices on this device, from any table. */
export async function forgetNotices(): Promise<void> {
  on = false
  remember("notify", null)
  const worker = possible ? await navigator.serviceWorker.getRegistration(at("/")) : undefined
  const old = await worker?.pushManager?.getSubscription()
  if (!old) return
  await old.unsubscribe() // the server learns it from the push service, too, if it cannot be reached now
  await postJson("/api/push/forget", { endpoint: old.endpoint } satisfies ForgetPush).catch(() => null)
}

export async function notify(title: string, body: string, path: string): Promise<void> {
  if (!on || document.visibilityState === "visible") return
  const worker = await navigator.serviceWorker.ready
  // A newer notice of a table replaces an older one, and is heard, too.
  const options = { body, tag: at(path), renotify: true, icon: at("/icon-192.png"), data: { path: at(path) } }
  await worker.showNotification(title, options)
}

/** Takes away a notice of a table that is now in sight. */
export async function clearNotice(path: string): Promise<void> {
  if (!on) return
  const worker = await navigator.serviceWorker.ready
  for (const notice of await worker.getNotifications({ tag: at(path) })) notice.close()
}
