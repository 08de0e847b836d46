// What is brought before somebody asks for it, so that it opens without a network: what the lobby says of the games,
// their rules, and the replay of a game that has just ended. Quietly: if the server refuses, the page need not know.
// Nothing of it for readers who save data.

import { at } from "../address"
import { remember, remembered } from "../memory"
import type { Lobby } from "../messages"
import { LANGUAGES } from "../sentences"
import { keep, kept, LOBBY, withoutTables, type Shelf } from "./kept"
import { safeAddress } from "./network.svelte"
import { savesData, whenIdle } from "./worker"

/** For which version of the pages the rules were brought. */
const MARK = "rules_kept"

/** Once for each version of the pages, whichever page one comes to first. */
export async function keepRules(): Promise<void> {
  if (remembered(MARK) === import.meta.url) return
  try {
    const lobby = JSON.parse(await brought(LOBBY)) as Lobby
    await keep("documents", LOBBY, JSON.stringify(withoutTables(lobby)))
    for (const language of LANGUAGES)
      for (const { name } of lobby.games) await bring("documents", `/api/rules/${language}/${name}`)
  } catch {
    return // the next visit tries again
  }
  remember(MARK, import.meta.url)
}

/** The rules are brought again with the next visit. */
export function forgetRules(): void {
  remember(MARK, null)
}

/** The replay of an own game that is over, as its page asks for it. */
export function keepReplay(table: string): void {
  if (!safeAddress() || savesData()) return
  const noted = JSON.parse(remembered(`deal.${table}`) ?? "null") as { seat: number } | null
  const path = `/api/tables/${table}/replay${noted === null ? "" : `?seat=${noted.seat}`}`
  whenIdle(() => void bringOnce(path))
}

async function bringOnce(path: string): Promise<void> {
  if ((await kept("games", path)) === null) await bring("games", path).catch(() => null)
}

async function bring(shelf: Shelf, path: string): Promise<void> {
  await keep(shelf, path, await brought(path))
}

async function brought(path: string): Promise<string> {
  const response = await fetch(at(path))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.text()
}
