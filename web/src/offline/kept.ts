// Answers of the server that this device keeps, so that they open without a network: what the lobby and the rules say,
// and finished games that were opened here. A running game is never kept.

import { BASE } from "../address"
import { getJson, getText, Refused } from "../http"
import type { Lobby } from "../messages"

/** "documents" are about games in general; of finished "games" and of "puzzles" only the last are kept. */
export type Shelf = "documents" | "games" | "puzzles"

const MOST: Record<Shelf, number> = { documents: 200, games: 80, puzzles: 200 }

function nameOf(shelf: Shelf): string {
  return `koloda:${BASE}/:${shelf}`
}

/** Keeps an answer. A browser may refuse (private windows, a full disk, plain http): then there is none later. */
export async function keep(shelf: Shelf, path: string, text: string): Promise<void> {
  try {
    const cache = await caches.open(nameOf(shelf))
    await cache.delete(BASE + path) // so that it counts as the newest
    await cache.put(BASE + path, new Response(text))
    const keys = await cache.keys()
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST[shelf]))) await cache.delete(old)
  } catch {
    return
  }
}

export async function kept(shelf: Shelf, path: string): Promise<string | null> {
  try {
    const found = await (await caches.open(nameOf(shelf))).match(BASE + path)
    return found === undefined ? null : await found.text()
  } catch {
    return null
  }
}

/** The answer of the server; if it gives none, the one that was kept. */
export async function getTextOrKept(shelf: Shelf, path: string): Promise<string> {
  try {
    const text = await getText(path)
    void keep(shelf, path, text)
    return text
  } catch (refused) {
    return await instead(shelf, path, refused)
  }
}

/** The same for JSON. `worth` says what of an answer is kept. */
export async function getJsonOrKept<T>(shelf: Shelf, path: string, worth: (answer: T) => T = (answer) => answer): Promise<T> {
  try {
    const answer = await getJson<T>(path)
    void keep(shelf, path, JSON.stringify(worth(answer)))
    return answer
  } catch (refused) {
    return JSON.parse(await instead(shelf, path, refused)) as T
  }
}

export const LOBBY = "/api/lobby"

/** Who is there to play, and with what; without a network, what is kept of it. */
export function getLobby(): Promise<Lobby> {
  return getJsonOrKept<Lobby>("documents", LOBBY, withoutTables)
}

/** What is kept of the lobby: its tables are gone tomorrow. */
export function withoutTables(lobby: Lobby): Lobby {
  return { ...lobby, tables: [] }
}

async function instead(shelf: Shelf, path: string, refused: unknown): Promise<string> {
  const old = refused instanceof Refused && noAnswer(refused.status) ? await kept(shelf, path) : null
  if (old === null) throw refused
  return old
}

/** No network, or a proxy whose server is down. */
function noAnswer(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504)
}

/** Removes everything that is kept, for whoever comes next on this device. */
export async function forgetKept(): Promise<void> {
  if (!("caches" in globalThis)) return
  for (const shelf of Object.keys(MOST) as Shelf[]) await caches.delete(nameOf(shelf))
}
