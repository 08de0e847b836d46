// Made by `make web` from the structs of the server and of the games: not to be edited.

export type Message =
  | AnyCommand
  | AnyFrame
  | NewTable
  | SitDown
  | ReclaimSeat
  | LogIn
  | SeatLink
  | Seated
  | Hint
  | Lobby
  | Replay
  | DealProof
export type AnyCommand = PlayMove | UndoMove | Emote | SeatBot | OpenSeat | Start | HandOver | TakeOver | Rematch
export type AnyFrame = News | Answer | EmoteShown | Heartbeat

/**
 * Play a move, written as in a record. `offer` is the number of the offer that it belongs to.
 */
export interface PlayMove {
  do: "act"
  id: string
  offer: number
  move: string
}
/**
 * Take back your last decision.
 */
export interface UndoMove {
  do: "undo"
  id: string
}
export interface Emote {
  do: "emote"
  id: string
  emote: "oops" | "smile" | "wait" | "yes"
}
/**
 * As the host, put a bot into an open seat, or another bot into a bot's seat.
 */
export interface SeatBot {
  do: "seat_bot"
  id: string
  seat: number
  bot: string
}
/**
 * Before the game: free your seat, or as the host any seat.
 */
export interface OpenSeat {
  do: "open_seat"
  id: string
  seat: number
}
/**
 * As the host, begin the game; bots of this kind take the seats that are still open.
 */
export interface Start {
  do: "start"
  id: string
  bot: string
  nonce?: string
}
/**
 * Let a bot play in your place until you take over again.
 */
export interface HandOver {
  do: "hand_over"
  id: string
}
/**
 * Play yourself again.
 */
export interface TakeOver {
  do: "take_over"
  id: string
}
/**
 * Open a new table for the same people and bots, with seats moved on by one. The first command opens it.
 */
export interface Rematch {
  do: "rematch"
  id: string
}
/**
 * A table as a seat or a spectator may know it, and what happened since event number `since`.
 *
 * If `since` is 0, `facts` is the whole story. A client that has everything up to `since` appends `facts`; any other
 * client asks again, with its own last event.
 */
export interface News {
  say: "news"
  seq: number
  since: number
  now: number
  seat: number | null
  table: TableInfo
  view: View | null
  offer: Offer | null
  undo: boolean
  facts: Fact[]
  deadlines: (number | null)[]
  left: (number | null)[]
}
/**
 * Everything about a table except the game itself; the same for everybody.
 */
export interface TableInfo {
  id: string
  game: string
  players: number
  options: {
    [k: string]: string
  }
  public: boolean
  language: "en" | "ru"
  status: "closed" | "over" | "playing" | "waiting"
  seats: Seat[]
  host: number | null
  clock: Clock
  patience: number | null
  commitment: string
  nonces: string[]
  link: string
  next: string | null
  screens: number
  watching: number
  pass_and_play: boolean
  bystanders: boolean
}
export interface Seat {
  who: "bot" | "open" | "person"
  name: string
  bot: string
  here: boolean
  away: boolean
  bot_at: number | null
}
/**
 * Time limits in seconds; None is no limit.
 */
export interface Clock {
  move?: number | null
  game?: number | null
}
/**
 * A position as one seat may know it (`seat` None: a spectator). Games add their own fields. Seats count from 0.
 *
 * The core fills in the result: see `Game.view`.
 */
export interface View {
  game: string
  seat: number | null
  players: number
  actors: number[]
  over: boolean
  scores: number[] | null
  winners: number[] | null
  places: number[] | null
  ranking: Ranking | null
}
/**
 * How the places came about.
 */
export interface Ranking {
  criteria: Criterion[]
  rule: string
}
/**
 * One column of the final ranking: the score, or a tie-break.
 */
export interface Criterion {
  name: string
  values: number[]
  lowest: boolean
  compared: number[]
  decided: boolean
}
/**
 * What a seat can do now. The number changes whenever that changes, but not with others' simultaneous choices.
 */
export interface Offer {
  number: number
  must: boolean
  moves: LegalMove[]
  attempts: {
    [k: string]: string
  }
}
export interface LegalMove {
  move: string
  meaning: Fact
  info: MoveInfo
}
/**
 * `Fact("common.wins", {"player": 2})`: "Vera wins.".
 */
export interface Fact {
  key: string
  args?: {
    [k: string]: number | string | (number | string | Fact)[] | Fact
  }
}
/**
 * What a move involves. Games add its effects. It reveals nothing that the seat does not know.
 */
export interface MoveInfo {
  kind: string
  cards: string[]
  target: string | null
}
export interface Answer {
  say: "answer"
  id: string
  seq: number
  failure: Failure | null
  next: string | null
}
/**
 * Why something was refused. `code` is stable: one of core/errors.py, or no_table, no_seat, not_host,
 * too_fast, too_slow, too_large, bad_message, bad_type, bad_method, no_page, not_over, closed, forbidden,
 * password_needed, wrong_password, by_invitation, busy, storage, unavailable, failed.
 */
export interface Failure {
  code: string
  detail: Fact
  retry_after: number | null
}
export interface EmoteShown {
  say: "emote"
  seat: number
  emote: "oops" | "smile" | "wait" | "yes"
}
/**
 * A heartbeat. A client whose last event is a different one asks for what it missed.
 */
export interface Heartbeat {
  say: "beat"
  seq: number
  now: number
}
/**
 * POST /api/tables. You become the host and sit in seat 0.
 */
export interface NewTable {
  game: string
  players: number
  name: string
  nonce: string
  language?: "en" | "ru"
  options?: {
    [k: string]: string
  }
  seats?: string[]
  public?: boolean
  clock?: Clock1
  patience?: number | null
  start?: boolean
  people?: string[]
}
/**
 * Time limits in seconds; None is no limit.
 */
export interface Clock1 {
  move?: number | null
  game?: number | null
}
/**
 * POST /api/tables/{table}/sit.
 */
export interface SitDown {
  name: string
  nonce: string
  seat?: number | null
}
/**
 * POST /api/tables/{table}/seat: the code in a link to your seat, for another device, or its token. Or else the
 * table of which this is the rematch: your seat here has the same token.
 */
export interface ReclaimSeat {
  code?: string
  played_at?: string
}
/**
 * POST /api/login.
 */
export interface LogIn {
  password: string
}
/**
 * A link that opens your seat on another device. Whoever has it plays in your seat.
 */
export interface SeatLink {
  link: string
  seconds: number
}
/**
 * Your seat at a table. Its token is set as a cookie that scripts cannot read.
 */
export interface Seated {
  table: string
  seat: number
  seats: number[]
  token: string
  commitment: string
}
/**
 * POST /api/tables/{table}/hint: what the strongest bot would do, by what your seat knows.
 */
export interface Hint {
  offer: number
  moves: HintMove[]
}
export interface HintMove {
  move: string | null
  loss: number
  error: number
  equal: boolean
}
/**
 * GET /api/lobby.
 */
export interface Lobby {
  games: GameInfo[]
  tables: PublicTable[]
  address: string
  entry: "invitation" | "open" | "password"
}
export interface GameInfo {
  name: string
  least: number
  most: number
  usual: number
  bots: string[]
  options: OptionInfo[]
  in_turn: {
    [k: string]: string
  }
}
export interface OptionInfo {
  name: string
  rule: string
  values: string[] | null
  low: number | null
  high: number | null
  default: string | null
}
/**
 * A public table in the lobby.
 */
export interface PublicTable {
  id: string
  game: string
  players: number
  status: "closed" | "over" | "playing" | "waiting"
  open: number
  names: string[]
}
/**
 * GET /api/tables/{table}/replay?seat=N (without `seat`: a spectator's view), once the game is over.
 */
export interface Replay {
  table: TableInfo
  seat: number | null
  steps: ReplayStep[]
}
/**
 * A decision and the draws that followed, as one seat saw them; the first step is the deal.
 */
export interface ReplayStep {
  facts: Fact[]
  seat: number | null
  view: View
}
/**
 * GET /api/tables/{table}/deal, once the game is over: everything you need to check the dealer.
 */
export interface DealProof {
  commitment: string
  secret: string
  nonces: string[]
  draws: DealtDraw[]
}
export interface DealtDraw {
  outcomes: number
  outcome: number
  text: string
}
