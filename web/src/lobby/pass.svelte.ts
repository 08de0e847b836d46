// Pass-and-play as it is set up: a game, the people who share the phone, bots. The last choice is remembered.

import { reading } from "../language.svelte"
import { remember, remembered } from "../memory"
import type { Lobby, NewTable } from "../messages"
import { ownName } from "../seat"
import { SetUp, usualBot } from "./setup.svelte"

const FEWEST = 2
const NAMES = "pass.people"

export class PassSetUp extends SetUp {
  /** Their names; "" where none is given yet. */
  people: string[] = $state([])
  crew: string[] = $state([])

  constructor(lobby: Lobby) {
    super(lobby, "pass.setup", (game) => ({ ...game.in_turn }))
    const kept = JSON.parse(remembered(NAMES) ?? "null") as string[] | null
    this.people = kept !== null && kept.length >= FEWEST ? kept : [ownName(), ""]
    this.fit()
  }

  override choose(game: string): void {
    super.choose(game)
    this.fit()
  }

  /** As many seats as the game has, and at least as many as it needs: bots fill it up. */
  fit(): void {
    this.people = this.people.slice(0, this.info.most)
    const bots = this.crew.filter((bot) => this.bots.includes(bot)).slice(0, this.info.most - this.people.length)
    while (bots.length + this.people.length < this.info.least) bots.push(usualBot(this.bots))
    this.crew = bots
  }

  get full(): boolean {
    return this.people.length + this.crew.length >= this.info.most
  }

  addPerson(): void {
    if (this.people.length + this.crew.length >= this.info.most) this.crew = this.crew.slice(0, -1)
    this.people = [...this.people, ""]
    this.fit()
  }

  removePerson(at: number): void {
    this.people = this.people.toSpliced(at, 1)
    this.fit()
  }

  addBot(): void {
    this.crew = [...this.crew, usualBot(this.bots)]
  }

  setBot(at: number, bot: string): void {
    this.crew = bot === "" ? this.crew.toSpliced(at, 1) : this.crew.with(at, bot)
    this.fit()
  }

  /** Their names, with one for whoever has given none. */
  named(usual: (number: number) => string): string[] {
    return this.people.map((name, at) => name.trim() || usual(at + 1))
  }

  keepNames(): void {
    remember(NAMES, JSON.stringify(this.people))
  }

  /** All sit side by side: no clocks, no chat, and no bot takes over by itself. */
  shared(names: string[]): Omit<NewTable, "nonce"> {
    const [name = "", ...people] = names
    return {
      game: this.game,
      players: names.length + this.crew.length,
      name,
      people,
      language: reading.language,
      options: { ...this.changed },
      seats: [...this.crew],
      public: false,
      chat: false,
      patience: null,
    }
  }
}
