// "Your turn", as the system's own notice while the page is out of sight. Asked for by a click only.

import { at } from "../address"
import { remember, remembered } from "../memory"

const possible = "Notification" in globalThis && "serviceWorker" in navigator
let on = $state(possible && remembered("notify") === "on" && Notification.permission === "granted")

/** Browsers offer it on safe addresses only (https, or this machine). */
export function canNotify(): boolean {
  return possible && Notification.permission !== "denied"
}

export function notifying(): boolean {
  return on
}

export async function switchNotices(next: boolean): Promise<void> {
  on = next && (await Notification.requestPermission()) === "granted"
  remember("notify", on ? "on" : null)
}

export async function notify(title: string, body: string, path: string): Promise<void> {
  if (!on || document.visibilityState === "visible") return
  const worker = await navigator.serviceWorker.ready
  await worker.showNotification(title, { body, tag: path, icon: at("/icon-192.png"), data: { path: at(path) } })
}
