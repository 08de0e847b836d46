// What games and players are called, in the reader's language.

import type { TableInfo } from "./messages"
import type { Choice } from "./parts/choice"
import { tell, told } from "./text"

/** The title of a game. */
export function gameTitle(game: string): string {
  return tell(`${game}.title`)
}

/** What a game is about, in a few words. */
export function gameAbout(game: string): string {
  return tell(told(`${game}.tagline`) ? `${game}.tagline` : `${game}.about`)
}

/** "Master" for "search"; a bot that the server offers by name keeps it. */
export function botLevel(bot: string): string {
  return isLevel(bot) ? tell(`common.level_${bot}`) : bot
}

/** How a bot plays, "thinks ahead"; "" for one that the server offers by name, and while the texts are fetched. */
export function botAbout(bot: string): string {
  return isLevel(bot) ? tell(`levels.about_${bot}`) : ""
}

function isLevel(bot: string): boolean {
  return told(`common.level_${bot}`)
}

/** Bots to choose from. The one that sits there is among them, also where the server does not offer it any more. */
export function botChoices(bots: string[], seated: string): Choice[] {
  const all = bots.includes(seated) ? bots : [...bots, seated]
  return all.map((value) => ({ value, text: botLevel(value), more: botAbout(value) }))
}

/** By seat: people's own names, "Bot · Master" for bots, with a number where two are called the same. */
export function seatNames(table: TableInfo): string[] {
  const plain = table.seats.map((seat, at) => {
    if (seat.who === "bot") return tell("web.bot_name", { level: botLevel(seat.bot) })
    return seat.name || tell("common.seat", { seat: at + 1 })
  })
  return plain.map((name, at) => {
    const same = plain.flatMap((other, seat) => (other === name ? [seat] : []))
    const number = same.indexOf(at) + 1
    const seat = table.seats[at]
    if (same.length === 1) return name
    return seat?.who === "bot" ? tell("web.bot_name_of", { number, level: botLevel(seat.bot) }) : `${name} ${number}`
  })
}

/** By seat: names for the seats themselves. A bot is called by its level alone, for its token says that it is one. */
export function panelNames(table: TableInfo): string[] {
  const names = seatNames(table)
  return table.seats.map((seat, at) => {
    if (seat.who !== "bot") return names[at] ?? ""
    const same = table.seats.flatMap((other, place) => (other.who === "bot" && other.bot === seat.bot ? [place] : []))
    return same.length === 1 ? botLevel(seat.bot) : `${botLevel(seat.bot)} ${same.indexOf(at) + 1}`
  })
}
