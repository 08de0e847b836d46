// Which lessons there are, and how far this device has come in them. The pages bring those of the games that come along;
// the server makes those of other packages.

import { Refused } from "../http"
import { remember, remembered } from "../memory"
import type { Lesson } from "../messages"
import { getJsonOrKept, getLobby } from "../offline/kept"

const FILES = import.meta.glob<string>("../../lessons/*.json", { query: "?url", import: "default", eager: true })

/** The games whose lessons the pages bring. */
export const BROUGHT = Object.keys(FILES).map((file) => file.replace(/^.*\/|\.json$/g, ""))

/** Is there a lesson for a game? The server knows it of games of other packages. */
export async function hasLesson(game: string): Promise<boolean> {
  if (BROUGHT.includes(game)) return true
  const { games } = await getLobby()
  return games.some((each) => each.name === game && each.lesson)
}

/** The lesson of a game; null where it has none. */
export async function fetchLesson(game: string): Promise<Lesson | null> {
  const file = FILES[`../../lessons/${game}.json`]
  try {
    if (file === undefined) return await getJsonOrKept<Lesson>("documents", `/api/lessons/${game}`)
    const response = await fetch(file)
    if (response.ok) return (await response.json()) as Lesson
  } catch (problem) {
    if (problem instanceof Refused && problem.status === 404) return null
    if (problem instanceof Refused) throw problem
  }
  throw new Refused({ code: "offline", detail: { key: "web.unreachable" }, retry_after: null }, 0)
}

/** By game: the step that one has come to, or that the lesson was played to its end. */
type Progress = Record<string, number | "finished">

const KEY = "lessons"

function progress(): Progress {
  return JSON.parse(remembered(KEY) ?? "{}") as Progress
}

/** Has this device played the lesson of a game to its end? */
export function lessonFinished(game: string): boolean {
  return progress()[game] === "finished"
}

export function finishLesson(game: string): void {
  remember(KEY, JSON.stringify({ ...progress(), [game]: "finished" } satisfies Progress))
}

/** Notes the step at which one goes on when one comes back; a finished lesson stays finished. */
export function reachStep(game: string, step: number): void {
  if (!lessonFinished(game)) remember(KEY, JSON.stringify({ ...progress(), [game]: step } satisfies Progress))
}

/** The step at which a lesson begins: at the last position of its own up to where one has come. */
export function firstStep({ game, steps }: Lesson): number {
  const reached = progress()[game]
  if (typeof reached !== "number") return 0
  return Math.max(0, steps.slice(0, reached + 1).findLastIndex((step) => step.fresh))
}
