// What else there is to do from the lobby. An entry is shown where the pages have what it leads to: see the router.

import { routeOf } from "../router.svelte"

interface Entry {
  path: string
  icon: string
  /** The key of its text. */
  text: string
}

const ALL: Entry[] = [
  { path: "/learn", icon: "book", text: "web.entry_learn" },
  { path: "/puzzles", icon: "star", text: "web.entry_puzzles" },
  { path: "/score", icon: "pad", text: "web.entry_score" },
  { path: "/advisor", icon: "bulb", text: "web.entry_advisor" },
  { path: "/pass", icon: "phone", text: "web.entry_pass" },
]

export const ENTRIES = ALL.filter(({ path }) => routeOf(path).page !== "NotFound")
