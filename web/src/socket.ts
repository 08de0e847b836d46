// Keeps one table's connection alive: a WebSocket, or long polling where sockets do not get through.

import { at, doing } from "./address"
import { getJson, postJson, Refused } from "./http"
import type { Answer, AnyCommand, AnyFrame, Failure, News } from "./messages"
import { Patience } from "./patience"

/** Who looks: a shared screen, which gets no seat's view, or one of several people who share this device. */
export interface Viewer {
  screen?: boolean
  /** Their number, from 0; without it nobody looks, and the table is that of a spectator. */
  person?: number
  /** How fast bots should move. */
  pace?: () => string
}

export interface Ends {
  /** The last event that is known. */
  seq: () => number
  frame: (frame: AnyFrame) => void
  unanswered: () => AnyCommand[]
  state: (connected: boolean, retryAt: number | null) => void
  failed: (failure: Failure) => void
}

const FAILED_SOCKETS_BEFORE_POLLING = 2
const POLL_SECONDS = 25
const SILENCE = 40_000

export class TableSocket {
  #socket: WebSocket | null = null
  #patience = new Patience()
  #timer: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #failedSockets = 0
  #poll: AbortController | null = null
  #closed = false
  #resyncing = false
  /** How long a server that is overloaded asks us to wait, in milliseconds. */
  #asksToWait = 0

  constructor(
    private readonly id: string,
    private readonly viewer: Viewer,
    private readonly ends: Ends,
  ) {
    addEventListener("online", this.#wake)
    addEventListener("offline", this.#sleep)
    document.addEventListener("visibilitychange", this.#look)
    this.#connect()
  }

  send(command: AnyCommand): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command))
    else if (this.#poll !== null) void this.#post(command)
  }

  /** Asks for what was missed. */
  resync(): void {
    if (this.#resyncing) return
    this.#resyncing = true
    this.#missed()
      .catch(() => this.#socket?.close())
      .finally(() => {
        this.#resyncing = false
      })
  }

  tryNow(): void {
    this.#drop()
    this.#patience.reset()
    this.#failedSockets = 0
    this.#connect()
  }

  close(): void {
    this.#closed = true
    removeEventListener("online", this.#wake)
    removeEventListener("offline", this.#sleep)
    document.removeEventListener("visibilitychange", this.#look)
    this.#drop()
  }

  #wake = (): void => {
    if (!this.#alive()) this.tryNow()
  }

  #sleep = (): void => {
    this.#drop()
    this.#later()
  }

  /** A phone that was locked may hold a dead connection without knowing. */
  #look = (): void => {
    if (document.visibilityState !== "visible") return
    if (!this.#alive()) this.tryNow()
    else if (this.ends.seq() > 0) this.resync()
  }

  #alive(): boolean {
    return this.#poll !== null || this.#socket?.readyState === WebSocket.OPEN
  }

  #connect(): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    if (this.#failedSockets >= FAILED_SOCKETS_BEFORE_POLLING) void this.#pollOn()
    else this.#open()
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:"
    const socket = new WebSocket(`${scheme}//${location.host}${at(this.#address("socket"))}`)
    this.#socket = socket
    let heard = false
    socket.onmessage = (message) => {
      if (!heard) {
        heard = true
        this.#failedSockets = 0
        this.#reached()
        for (const command of this.ends.unanswered()) this.send(command)
      }
      this.#listen()
      this.ends.frame(JSON.parse(String(message.data)) as AnyFrame)
    }
    socket.onclose = () => {
      if (this.#socket !== socket) return
      this.#socket = null
      if (!heard) this.#failedSockets += 1
      void this.#lost()
    }
    this.#listen()
  }

  /** A socket can die without a word: heartbeats that stay away tell. */
  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket?.close(), SILENCE)
  }

  /** A table that is not there, or is closed to us, will not come back by trying. */
  async #lost(): Promise<void> {
    clearTimeout(this.#silence)
    this.#later()
    if (this.#failedSockets === 0) return
    try {
      await this.#missed()
    } catch {
      if (this.#asksToWait > 0) this.#later()
    }
  }

  #later(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    const wait = Math.max(this.#patience.next(), this.#asksToWait)
    this.ends.state(false, Date.now() + wait)
    this.#timer = setTimeout(() => this.#connect(), wait)
  }

  #reached(): void {
    this.#patience.reset()
    this.#asksToWait = 0
    this.ends.state(true, null)
  }

  async #pollOn(): Promise<void> {
    const poll = new AbortController()
    this.#poll = poll
    let first = true
    try {
      while (!poll.signal.aborted) {
        await this.#missed(first ? 0 : POLL_SECONDS, poll.signal)
        if (first) for (const command of this.ends.unanswered()) void this.#post(command)
        first = false
        if (!poll.signal.aborted) this.#reached()
      }
    } catch {
      if (this.#poll !== poll) return
      this.#poll = null
      this.#failedSockets = 0
      this.#later()
    }
  }

  /** Where the table is asked for what is not known yet. */
  #address(way: "news" | "socket"): string {
    const { screen, person, pace } = this.viewer
    const asked = new URLSearchParams({ since: String(this.ends.seq()) })
    if (screen) asked.set("screen", "1")
    if (person !== undefined) asked.set("person", String(person))
    if (way === "socket" && pace !== undefined) asked.set("pace", pace())
    return `/api/tables/${this.id}/${way}?${asked}`
  }

  async #missed(wait = 0, signal?: AbortSignal): Promise<void> {
    const since = this.ends.seq()
    try {
      const news = await getJson<News>(`${this.#address("news")}&wait=${wait}`, signal)
      if (news.seq !== this.ends.seq() || since === 0 || news.since === 0) this.ends.frame(news)
    } catch (refused) {
      if (refused instanceof Refused && [403, 404, 410].includes(refused.status)) {
        this.ends.failed(refused.failure)
        this.close()
      } else if (refused instanceof Refused && refused.failure.code === "busy") {
        this.#asksToWait = (refused.failure.retry_after ?? 0) * 1000
        this.ends.failed(refused.failure)
      }
      throw refused
    }
  }

  async #post(command: AnyCommand): Promise<void> {
    try {
      this.ends.frame(await postJson<Answer>(doing(this.id, this.viewer.person), command))
    } catch (refused) {
      if (!(refused instanceof Refused) || refused.status === 0 || refused.status >= 500) return
      this.ends.frame({ say: "answer", id: command.id, seq: this.ends.seq(), failure: refused.failure, next: null })
    }
  }

  #drop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#silence)
    this.#poll?.abort()
    this.#poll = null
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }
}
