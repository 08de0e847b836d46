// Which page is shown: the address says it.

import { locked } from "./access.svelte"
import { at, pathOf } from "./address"

export type Route =
  | { page: "Lobby" | "Pass" }
  | { page: "TablePage" | "Tv" | "Replay"; id: string }
  | { page: "Rules"; game: string; rule: string }
  | { page: "Learn"; game: string }

export function routeOf(path: string, hash = ""): Route {
  if (/^\/learn\/?$/.test(path)) return { page: "Learn", game: "" }
  const [, place = "", name = ""] = /^\/(t|tv|replay|rules|learn)\/([\w-]+)\/?$/.exec(path) ?? []
  if (place === "t") return { page: "TablePage", id: name }
  if (place === "tv") return { page: "Tv", id: name }
  if (place === "replay") return { page: "Replay", id: name }
  if (place === "rules") return { page: "Rules", game: name, rule: hash.replace(/^#/, "") }
  if (place === "learn") return { page: "Learn", game: name }
  return { page: /^\/pass\/?$/.test(path) ? "Pass" : "Lobby" }
}

let current: Route = $state.raw(routeOf(pathOf(location.pathname), location.hash))
addEventListener("popstate", follow)

function follow(): void {
  locked.by = null
  current = routeOf(pathOf(location.pathname), location.hash)
}

export function route(): Route {
  return current
}

export function go(path: string): void {
  history.pushState(null, "", at(path))
  follow()
  scrollTo(0, 0)
  document.getElementById("app")?.focus({ preventScroll: true })
}
