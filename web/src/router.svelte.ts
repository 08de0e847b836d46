// Which page is shown: the address says it.

import { locked } from "./access.svelte"
import { at, pathOf } from "./address"

export type Route =
  | { page: "Lobby" | "Games" | "Pass" | "NotFound" }
  | { page: "TablePage" | "Tv" | "Replay"; id: string }
  | { page: "Rules"; game: string; rule: string }
  | { page: "Learn"; game: string }
  | { page: "Puzzles"; game: string; number: number | null }
  | { page: "Score"; game: string; sheet: string }
  | { page: "Advisor"; game: string; table: string }

export function routeOf(path: string, hash = ""): Route {
  const [, place = "", name = ""] = /^\/(t|tv|replay|rules|learn|score|advisor)\/([\w-]+)\/?$/.exec(path) ?? []
  if (place === "t") return { page: "TablePage", id: name }
  if (place === "tv") return { page: "Tv", id: name }
  if (place === "replay") return { page: "Replay", id: name }
  if (place === "rules") return { page: "Rules", game: name, rule: hash.replace(/^#/, "") }
  if (place === "learn") return { page: "Learn", game: name }
  if (place === "score") return { page: "Score", game: name, sheet: hash.replace(/^#/, "") }
  if (place === "advisor") return { page: "Advisor", game: name, table: hash.replace(/^#/, "") }
  const [, puzzles, game = "", number] = /^\/(puzzles)(?:\/([\w-]+)(?:\/(\d{1,6}))?)?\/?$/.exec(path) ?? []
  if (puzzles) return { page: "Puzzles", game, number: number === undefined ? null : Number(number) }
  const [, list = ""] = /^\/(learn|score|advisor|games|pass)\/?$/.exec(path) ?? []
  if (list === "learn") return { page: "Learn", game: "" }
  if (list === "score") return { page: "Score", game: "", sheet: "" }
  if (list === "advisor") return { page: "Advisor", game: "", table: "" }
  if (list === "games") return { page: "Games" }
  if (list === "pass") return { page: "Pass" }
  return { page: path === "/" ? "Lobby" : "NotFound" }
}

let current: Route = $state.raw(routeOf(pathOf(location.pathname), location.hash))
addEventListener("popstate", popped)

/** What is asked when somebody goes back from a page that must not be left without a word. */
let held: (() => void) | null = null
/** We go back ourselves, from the entry that held the page. */
let letting = false
/** Where to go when that has happened: the browser goes back in its own time, and would leave the new page again. */
let next: string | null = null

function isHeld(): boolean {
  return (history.state as { held?: boolean } | null)?.held === true
}

function popped(): void {
  const same = JSON.stringify(routeOf(pathOf(location.pathname), location.hash)) === JSON.stringify(current)
  const gone = letting
  letting = false
  if (next !== null) {
    const path = next
    next = null
    go(path)
    return
  }
  if (same && (gone || isHeld())) return
  if (same && held !== null) held()
  else look()
}

/**
 * Holds the page: Back calls `ask` instead of leaving, once, until the page is held again. Returns what lets it go.
 *
 * The page has two entries in the browser's history meanwhile; Back goes from the second one to the first.
 */
export function hold(ask: () => void): () => void {
  held = ask
  if (!isHeld()) history.pushState({ held: true }, "")
  return () => {
    held = null
    if (!isHeld()) return
    letting = true
    history.back()
  }
}

function look(): void {
  locked.by = null
  current = routeOf(pathOf(location.pathname), location.hash)
}

export function route(): Route {
  return current
}

export function go(path: string): void {
  if (letting) {
    next = path
    return
  }
  history.pushState(null, "", at(path))
  look()
  scrollTo(0, 0)
  document.getElementById("app")?.focus({ preventScroll: true })
}
