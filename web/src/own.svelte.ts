// The games of this device as pages show them, kept current while somebody looks, and what moves them to another one.

import { getJson, postJson, Refused } from "./http"
import { forgetAll, remember } from "./memory"
import type { ForgetSeats, LinkSeats, MoveSeats, News, OwnGame, OwnGames, SeatLink } from "./messages"
import { asked, gameOf, givenUp, isSame, keepGames, keptGames, luggage, merged, outdated, without } from "./ownGames"

const REFRESH = 10_000
/** The address of a link to all seats. */
export const CODE = /^#([\w-]{40,})$/

class Own {
  /** The newest first. */
  games: OwnGame[] = $state.raw(keptGames())

  /** Notes what a table's news say: where one sits, with whom, how it ended. Not every move is worth it. */
  note(news: News): void {
    const game = gameOf(news)
    const known = this.games.find(({ table }) => table === news.table.id)
    if (game === null ? known === undefined : known !== undefined && isSame(known, game)) return
    this.#set(game === null ? without(keptGames(), [news.table.id]) : merged(keptGames(), [game]))
  }

  /** Asks the server about all games that go on, in one request. */
  async refresh(): Promise<void> {
    const tables = asked(keptGames())
    if (tables.length === 0) return
    try {
      const { games, gone } = await getJson<OwnGames>(`/api/seats?tables=${tables.join(",")}`)
      this.#set(without(merged(keptGames(), games), gone))
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused // what is known stays, and the next attempt will do
    }
    await this.#giveUp(outdated(this.games))
  }

  /** Refreshes now and then, while the page is seen. Call it in an effect. */
  watch(): () => void {
    const look = () => {
      if (document.visibilityState === "visible") void this.refresh()
    }
    const changed = () => (this.games = keptGames())
    look()
    const timer = setInterval(look, REFRESH)
    document.addEventListener("visibilitychange", look)
    addEventListener("storage", changed) // another tab has noted something
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", look)
      removeEventListener("storage", changed)
    }
  }

  /** A link that takes all seats to another device, or only these. */
  link(games: OwnGame[] = luggage(keptGames())): Promise<SeatLink> {
    return postJson<SeatLink>("/api/seats/link", { games } satisfies LinkSeats)
  }

  /** Takes along what a link from another device brings; returns how many games that are. */
  async move(code: string): Promise<number> {
    const { games } = await postJson<OwnGames>("/api/seats", { code } satisfies MoveSeats)
    this.#set(merged(keptGames(), games))
    return games.length
  }

  /** Gives up all seats, and forgets everything that this browser has noted. */
  async forget(): Promise<void> {
    await postJson("/api/seats/forget", {} satisfies ForgetSeats)
    forgetAll()
    this.games = []
  }

  /** Results stay, but not the seats of games so old that nobody plays a rematch. */
  async #giveUp(old: OwnGame[]): Promise<void> {
    if (old.length === 0) return
    try {
      await postJson("/api/seats/forget", { tables: old.map(({ table }) => table) } satisfies ForgetSeats)
      givenUp(old)
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused // another time
    }
  }

  #set(games: OwnGame[]): void {
    for (const { table } of keptGames()) if (!games.some((game) => game.table === table)) remember(`deal.${table}`, null)
    keepGames(games)
    this.games = games
  }
}

export const own = new Own()
