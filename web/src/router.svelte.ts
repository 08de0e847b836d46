// Which page is shown: the address says it.

import { locked } from "./access.svelte"
import { at, pathOf } from "./address"

export type Route =
  | { page: "Lobby" | "Games" | "Pass" | "NotFound" }
  | { page: "TablePage" | "Tv" | "Replay"; id: string }
  | { page: "Rules"; game: string; rule: string }
  | { page: "Learn"; game: string }
  | { page: "Score"; game: string; sheet: string }

export function routeOf(path: string, hash = ""): Route {
  const [, place = "", name = ""] = /^\/(t|tv|replay|rules|learn|score)\/([\w-]+)\/?$/.exec(path) ?? []
  if (place === "t") return { page: "TablePage", id: name }
  if (place === "tv") return { page: "Tv", id: name }
  if (place === "replay") return { page: "Replay", id: name }
  if (place === "rules") return { page: "Rules", game: name, rule: hash.replace(/^#/, "") }
  if (place === "learn") return { page: "Learn", game: name }
  if (place === "score") return { page: "Score", game: name, sheet: hash.replace(/^#/, "") }
  const [, list = ""] = /^\/(learn|score|games|pass)\/?$/.exec(path) ?? []
  if (list === "learn") return { page: "Learn", game: "" }
  if (list === "score") return { page: "Score", game: "", sheet: "" }
  if (list === "games") return { page: "Games" }
  if (list === "pass") return { page: "Pass" }
  return { page: path === "/" ? "Lobby" : "NotFound" }
}

let current: Route = $state.raw(routeOf(pathOf(location.pathname), location.hash))
addEventListener("popstate", look)

function look(): void {
  locked.by = null
  current = routeOf(pathOf(location.pathname), location.hash)
}

export function route(): Route {
  return current
}

export function go(path: string): void {
  history.pushState(null, "", at(path))
  look()
  scrollTo(0, 0)
  document.getElementById("app")?.focus({ preventScroll: true })
}
