// What is being set up in the lobby: a game, who sits where, options, clocks. The last choice is remembered.

import { remember, remembered } from "../memory"
import type { Clock, GameInfo, Lobby, NewTable, OptionInfo } from "../messages"
import { reading } from "../language.svelte"

/** Who sits down unless one chooses: the first of them that the game has. */
export const USUAL_BOTS = ["rule", "search"]

interface Kept {
  game?: string
  seats?: Record<string, string[]>
  options?: Record<string, Record<string, string>>
}

export class SetUp {
  readonly games: GameInfo[]
  game: string = $state("")
  /** By game: what is in seats 1, 2, ...; "" is open. */
  #seats: Record<string, string[]> = $state({})
  /** By game: options that differ from the usual. */
  #options: Record<string, Record<string, string>> = $state({})
  clock: Clock = $state({ move: null, game: null })
  patience: number | null = $state(60)
  listed = $state(false)

  /** `memory` is where the choices are kept; `usual` are the options that a game begins with. */
  constructor(
    lobby: Lobby,
    private readonly memory = "setup",
    usual: (game: GameInfo) => Record<string, string> = () => ({}),
  ) {
    this.games = lobby.games
    const kept = JSON.parse(remembered(memory) ?? "{}") as Kept
    this.game = lobby.games.find((game) => game.name === kept.game)?.name ?? lobby.games[0]?.name ?? ""
    for (const game of lobby.games) {
      const seats = kept.seats?.[game.name]?.filter((bot) => bot === "" || game.bots.includes(bot))
      const fits = seats !== undefined && seats.length + 1 >= game.least && seats.length < game.most
      this.#seats[game.name] = fits ? seats : usualSeats(game)
      this.#options[game.name] = kept.options?.[game.name] ?? usual(game)
    }
  }

  get info(): GameInfo {
    const found = this.games.find((game) => game.name === this.game)
    if (found === undefined) throw new Error(`There is no game "${this.game}".`)
    return found
  }

  get bots(): string[] {
    return this.info.bots
  }

  get seats(): string[] {
    return this.#seats[this.game] ?? []
  }

  get options(): OptionInfo[] {
    return this.info.options
  }

  get changed(): Record<string, string> {
    return this.#options[this.game] ?? {}
  }

  /** Seats that would be taken if one started now: oneself and the bots. */
  get sitting(): number {
    return 1 + this.seats.filter((bot) => bot !== "").length
  }

  get missing(): number {
    return Math.max(0, this.info.least - this.sitting)
  }

  seat(at: number, bot: string): void {
    this.#seats[this.game] = this.seats.with(at, bot)
    this.#keep()
  }

  resize(players: number): void {
    const more = Array.from({ length: Math.max(0, players - 1 - this.seats.length) }, () => "")
    this.#seats[this.game] = [...this.seats, ...more].slice(0, players - 1)
    this.#keep()
  }

  choose(game: string): void {
    this.game = game
    this.#keep()
  }

  /** null: as the rules have it. */
  set(option: string, value: string | null): void {
    const { [option]: _, ...rest } = this.changed
    this.#options[this.game] = value === null ? rest : { ...rest, [option]: value }
    this.#keep()
  }

  /** The table as it is asked for: at once with the bots that sit there, or with its open seats for friends. */
  wanted(name: string, start: boolean): Omit<NewTable, "nonce"> {
    const seats = start ? this.seats.filter((bot) => bot !== "") : this.seats
    return {
      game: this.game,
      players: seats.length + 1,
      name,
      language: reading.language,
      options: { ...this.changed },
      seats: [...seats],
      public: this.listed,
      clock: { ...this.clock },
      patience: this.patience,
    }
  }

  #keep(): void {
    const kept: Kept = { game: this.game, seats: this.#seats, options: this.#options }
    remember(this.memory, JSON.stringify(kept))
  }
}

/** Who sits down where nobody has chosen: the first of the usual bots that the game has. */
export function usualBot(bots: string[]): string {
  return USUAL_BOTS.find((bot) => bots.includes(bot)) ?? bots[0] ?? ""
}

/** As many as usually play, with bots in all seats but the last: one starts at once, and a friend still finds room. */
function usualSeats(game: GameInfo): string[] {
  const bot = usualBot(game.bots)
  const filled = Math.max(game.least, game.usual - 1) - 1
  return Array.from({ length: game.usual - 1 }, (_, at) => (at < filled ? bot : ""))
}
