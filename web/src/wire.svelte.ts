// The connection to a table: what is known of it, what was told, and how commands get there.

import { freshNonce } from "./seat"
import { TableSocket, type Viewer } from "./socket"
import { keep, kept } from "./offline/kept"
import { placed, type HeardLine } from "./talk/conversation"
import type { Answer, AnyCommand, AnyFrame, EmoteShown, Fact, Failure, Heartbeat, News, Nudged } from "./messages"

type WithoutId<C> = C extends AnyCommand ? Omit<C, "id"> : never
/** A command before it has its id. */
export type Wanted = WithoutId<AnyCommand>

interface Asked {
  command: AnyCommand
  answered: (answer: Answer) => void
}

const EMOTE_STAYS = 3000

export class TableWire {
  readonly id: string
  /** The newest that is known. */
  news: News | null = $state.raw(null)
  /** News that came since, in order: who shows the table takes them one after another. */
  arrived: News[] = $state.raw([])
  /** All that was told, from the beginning. */
  facts: Fact[] = $state.raw([])
  connected = $state(false)
  /** When the next attempt to connect is made, by this machine's clock. */
  retryAt: number | null = $state(null)
  /** Why the table cannot be shown: at all, such as no_table, or until the server is less busy. */
  failure: Failure | null = $state.raw(null)
  /** By seat: what someone shows just now. */
  emotes: Record<number, EmoteShown["emote"]> = $state({})
  /** What people have written at this table, as far as the server keeps it. */
  chat: HeardLine[] = $state.raw([])
  /** The last nudge of anybody. */
  nudged: Nudged | null = $state.raw(null)
  /** The server's clock minus ours, in milliseconds. */
  drift = $state(0)
  /** How many people share this device, where several do. */
  people = $state(0)
  /** Commands that are not answered yet. */
  waiting = $state(0)

  #asked = new Map<string, Asked>()
  /** By seat: what takes its reaction away. */
  #fading = new Map<number, ReturnType<typeof setTimeout>>()
  #socket: TableSocket
  /** A shared screen keeps no game on this device, nor does one of several people who share it. */
  #forgets: boolean

  constructor(id: string, viewer: Viewer = {}) {
    this.id = id
    this.#forgets = viewer.screen === true || viewer.person !== undefined
    this.#socket = new TableSocket(id, viewer, {
      seq: () => this.news?.seq ?? 0,
      frame: (frame) => this.#take(frame),
      unanswered: () => [...this.#asked.values()].map((asked) => asked.command),
      state: (connected, retryAt) => {
        this.connected = connected
        if (connected) this.failure = null
        else if (this.news === null) void this.#recall()
        this.retryAt = retryAt
      },
      failed: (failure) => {
        this.failure = failure
      },
    })
  }

  get #path(): string {
    return `/api/tables/${this.id}/news`
  }

  /** Sends a command, again and again until it is answered. A reaction that comes too fast is not repeated. */
  send(wanted: Wanted): Promise<Answer> {
    const command = { ...wanted, id: freshNonce() } as AnyCommand
    return new Promise((answered) => {
      this.#asked.set(command.id, { command, answered })
      this.waiting = this.#asked.size
      this.#socket.send(command)
    })
  }

  /** Connects at once instead of waiting. */
  tryNow(): void {
    this.#socket.tryNow()
  }

  /** Connects anew, as after one has sat down: the seat comes from the connection. */
  again(): void {
    this.news = null
    this.arrived = []
    this.facts = []
    this.failure = null
    this.#socket.tryNow()
  }

  close(): void {
    this.#socket.close()
  }

  /** The oldest news that was not shown yet. */
  next(): News | undefined {
    const [first, ...rest] = this.arrived
    this.arrived = rest
    return first
  }

  #take(frame: AnyFrame): void {
    if (frame.say === "news") this.#hear(frame)
    else if (frame.say === "answer") this.#answer(frame)
    else if (frame.say === "emote") this.#feel(frame)
    else if (frame.say === "chat") this.chat = [...this.chat, { ...frame.line, after: this.facts.length }]
    else if (frame.say === "nudge") this.nudged = frame
    else this.#compare(frame)
  }

  #hear(news: News): void {
    const known = this.news?.seq ?? 0
    this.drift = news.now - Date.now()
    const fresh = news.since === 0
    if (news.seq < known || (!fresh && news.since !== known && news.seq > known)) {
      if (news.seq > known) this.#socket.resync()
      return
    }
    if (news.chat !== null) this.chat = placed(news.chat, this.chat)
    if (fresh) this.facts = news.facts
    else if (news.since === known) this.facts = [...this.facts, ...news.facts]
    this.news = news
    this.arrived = [...this.arrived, news]
    if (news.table?.status === "over") void this.#keep(news)
  }

  /** A finished game opens without a network, too. A shared screen keeps nothing. */
  async #keep(news: News): Promise<void> {
    if (!this.#forgets) await keep("games", this.#path, JSON.stringify({ ...news, since: 0, facts: this.facts }))
  }

  async #recall(): Promise<void> {
    const old = this.#forgets ? null : await kept("games", this.#path)
    if (old !== null && this.news === null) this.#hear(JSON.parse(old) as News)
  }

  #answer(answer: Answer): void {
    const asked = this.#asked.get(answer.id)
    if (asked && asked.command.do !== "emote" && answer.failure?.code === "too_fast") {
      setTimeout(() => this.#socket.send(asked.command), (answer.failure.retry_after ?? 1) * 1000)
      return
    }
    this.#asked.delete(answer.id)
    this.waiting = this.#asked.size
    asked?.answered(answer)
  }

  #feel({ seat, emote }: EmoteShown): void {
    clearTimeout(this.#fading.get(seat))
    this.emotes[seat] = emote
    this.#fading.set(seat, setTimeout(() => delete this.emotes[seat], EMOTE_STAYS))
  }

  #compare(beat: Heartbeat): void {
    this.drift = beat.now - Date.now()
    if (this.news !== null && beat.seq !== this.news.seq) this.#socket.resync()
  }
}
