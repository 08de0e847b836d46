// Made by `make web` from the structs of the server and of the games: not to be edited.

export type Message =
  | AnyCommand
  | AnyFrame
  | NewTable
  | SitDown
  | ReclaimSeat
  | LogIn
  | LinkSeats
  | SeatLink
  | MoveSeats
  | ForgetSeats
  | OwnGames
  | PushSubscription
  | ForgetPush
  | PushKey
  | Seated
  | Lobby
  | Replay
  | ScoreCourse
  | Review
  | ReviewProgress
  | DealProof
  | Lesson
  | Puzzle
  | PuzzleList
  | ScoreSheet
  | Standing
  | RealTable
  | FollowedTable
export type AnyCommand =
  | PlayMove
  | UndoMove
  | Emote
  | Say
  | Nudge
  | Vote
  | SeatBot
  | OpenSeat
  | Change
  | Rename
  | Lead
  | Start
  | HandOver
  | TakeOver
  | Leave
  | Rematch
export type AnyFrame = News | Answer | EmoteShown | Nudged | Said | Heartbeat

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
/**
 * Show a reaction or a phrase to everybody at the table, at most one every two seconds.
 */
export interface Emote {
  do: "emote"
  id: string
  emote: "again" | "bye" | "clap" | "heart" | "moment" | "sad" | "smile" | "wow" | "yes" | "your_turn"
}
/**
 * Write a line for the people in the other seats, at a private table where the host lets people talk.
 */
export interface Say {
  do: "say"
  id: string
  text: string
}
/**
 * Remind somebody that everybody waits for them: from `Wait.nudge_at` on, then once a minute.
 */
export interface Nudge {
  do: "nudge"
  id: string
  seat: number
}
/**
 * From `Wait.vote_at` on: let a bot play for somebody for whom everybody waits.
 */
export interface Vote {
  do: "vote"
  id: string
  seat: number
  bot?: boolean
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
 * Before the game: free your seat, or as the host any seat. During the game, as the host: remove a person; a bot
 * plays to the end. Whoever is removed learns that you did it.
 */
export interface OpenSeat {
  do: "open_seat"
  id: string
  seat: number
}
/**
 * As the host, change the table before the game; what is missing stays. `chat` can be changed later, too.
 */
export interface Change {
  do: "change"
  id: string
  players?: number
  options?: {
    [k: string]: string
  }
  public?: boolean
  clock?: Clock
  patience?: number | null
  idle?: number | null
  chat?: boolean
}
/**
 * Time limits in seconds; None is no limit.
 */
export interface Clock {
  move?: number | null
  game?: number | null
}
/**
 * Change your own name, as long as the game is not over.
 */
export interface Rename {
  do: "rename"
  id: string
  name: string
}
/**
 * As the host, hand the table on to the person in a seat. From `News.lead_at` on anybody may take the lead: then
 * `seat` is your own.
 */
export interface Lead {
  do: "lead"
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
 * Leave the table for good. Once the game has begun, a bot plays to its end, and your token opens nothing.
 */
export interface Leave {
  do: "leave"
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
  waits: (Wait | null)[]
  lead_at: number | null
  lost: Fact | null
  chat: ChatLine[] | null
}
/**
 * Everything about a table except the game itself; the same for everybody.
 */
export interface TableInfo {
  id: string
  game: string
  lowest_wins: boolean
  simultaneous: boolean
  players: number
  options: {
    [k: string]: string
  }
  public: boolean
  language: "en" | "ru"
  status: "closed" | "over" | "playing" | "waiting"
  seats: Seat[]
  host: number | null
  host_because: Fact | null
  clock: Clock
  patience: number | null
  idle: number | null
  chat: boolean
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
  gone: boolean
  bot_at: number | null
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
 * What a move involves. Games add its effects. It reveals nothing that the seat does not know.
 */
export interface MoveInfo {
  kind: string
  cards: string[]
  target: string | null
  consequence: Fact | null
}
/**
 * Others wait for a seat. A vote counts as long as the voter is connected, and until the person decides.
 */
export interface Wait {
  since: number
  nudge_at: number
  nudged_at: number | null
  vote_at: number
  alone_at: number
  votes: number[]
  needed: number
}
export interface ChatLine {
  number: number
  at: number
  seat: number
  name: string
  text: string
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
 * too_fast, too_soon, too_slow, too_large, bad_message, bad_type, bad_method, no_page, not_over, closed, forbidden,
 * password_needed, wrong_password, by_invitation, banned, busy, storage, unavailable, failed.
 */
export interface Failure {
  code: string
  detail: Fact
  retry_after: number | null
}
export interface EmoteShown {
  say: "emote"
  seat: number
  emote: "again" | "bye" | "clap" | "heart" | "moment" | "sad" | "smile" | "wow" | "yes" | "your_turn"
}
/**
 * Somebody reminds the person in a seat that it is their turn.
 */
export interface Nudged {
  say: "nudge"
  seat: number
  by: number
}
/**
 * Somebody has written something. Only the people in the seats get it.
 */
export interface Said {
  say: "chat"
  line: ChatLine
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
  idle?: number | null
  chat?: boolean
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
 * POST /api/seats/link: the games to take along. You get a link to the seats whose cookies the request has.
 */
export interface LinkSeats {
  /**
   * @maxItems 400
   */
  games: OwnGame[]
}
/**
 * A game in which you have a seat, as your device notes it. Nothing in it is known to your seat alone.
 */
export interface OwnGame {
  table: string
  seat: number
  game: string
  /**
   * @maxItems 100
   */
  names: string[]
  open?: number
  status: "over" | "playing" | "waiting"
  at: number
  /**
   * @maxItems 100
   */
  due?: number[]
  lowest_wins?: boolean
  place?: number | null
  score?: number | null
}
/**
 * A link that opens your seats on another device, once. Whoever opens it first plays in your seats, too.
 */
export interface SeatLink {
  link: string
  qr: string
  seconds: number
}
/**
 * POST /api/seats: the code in a link to all your seats.
 */
export interface MoveSeats {
  code: string
}
/**
 * POST /api/seats/forget: the tables whose seats this device gives up; None for all, and the login.
 */
export interface ForgetSeats {
  tables?: string[] | null
}
/**
 * GET and POST /api/seats.
 */
export interface OwnGames {
  games: OwnGame[]
  gone: string[]
}
/**
 * POST /api/tables/{table}/push: where and how this browser can be told that it is your turn (Web Push).
 */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
  language?: "en" | "ru"
}
/**
 * POST /api/push/forget: the endpoint of a browser that wants no more notices, of any table.
 */
export interface ForgetPush {
  endpoint: string
}
/**
 * GET /api/push.
 */
export interface PushKey {
  key: string
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
 * GET /api/lobby.
 */
export interface Lobby {
  games: GameInfo[]
  tables: PublicTable[]
  address: string
  entry: "invitation" | "open" | "password"
  docs: boolean
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
  lesson: boolean
  score_sheet: boolean
  advisor: boolean
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
 * GET /api/tables/{table}/course, once the game is over: the scores from the start (`at` 0) to the end.
 */
export interface ScoreCourse {
  points: CoursePoint[]
}
export interface CoursePoint {
  at: number
  scores: number[]
}
/**
 * GET /api/tables/{table}/review.
 */
export interface Review {
  chances: number[][]
  seats: ReviewSeat[]
  decisions: ReviewDecision[]
  worth: number
}
/**
 * A seat in a review: how its score came about, with all cards face up, and apart from that its decisions.
 */
export interface ReviewSeat {
  even_share: ReviewAmount
  cards: ReviewAmount
  own: ReviewAmount
  others: ReviewAmount
  result: ReviewAmount
  judged: number
  mistakes: number
  great: number
  lost: number
}
/**
 * A part of a result in both measures; plus is good for the seat.
 */
export interface ReviewAmount {
  wins: number
  points: number
}
/**
 * A decision, judged by what the seat could know.
 */
export interface ReviewDecision {
  step: number
  seat: number
  verdict: "fine" | "great" | "mistake"
  played: LegalMove | null
  best: LegalMove | null
  difference: number
  error: number
  equal: boolean
  loss: number
  moves: HintMove[]
  reason: Fact[]
  offer: Offer | null
}
export interface HintMove {
  move: string | null
  loss: number
  error: number
  equal: boolean
}
/**
 * POST /api/tables/{table}/review, once the game is over: how far its review is.
 */
export interface ReviewProgress {
  ready: boolean
  done: number
  of: number
  ahead: number
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
/**
 * GET /api/lessons/{game}. The learner sits in seat 0, bots in all others.
 */
export interface Lesson {
  game: string
  steps: LessonStep[]
}
export interface LessonStep {
  table: TableInfo
  fresh: boolean
  tasks: LessonTask[]
  after: LessonFrame[]
  texts: {
    [k: string]: StepTexts
  }
}
/**
 * One thing that the learner does, after the frames were shown.
 */
export interface LessonTask {
  frames: LessonFrame[]
  hold: boolean
  move: string | null
  places: string[]
}
/**
 * What a decision and the draws after it brought, as the learner sees it; or a position from which to go on.
 */
export interface LessonFrame {
  facts: Fact[]
  view: View
  offer: Offer | null
}
/**
 * What the coach says in one step, in one language.
 */
export interface StepTexts {
  title: string
  lead: string
  text?: string
  do?: string[]
}
/**
 * GET /api/puzzles/{game}/{number}: a position in which one move is the best, by what the seat sees.
 */
export interface Puzzle {
  id: string
  number: number
  of: number
  difficulty: number
  table: TableInfo
  seat: number
  view: View
  reminder: Fact | null
  why: Fact[]
  offer: Offer
  moves: HintMove[]
}
/**
 * GET /api/puzzles.
 */
export interface PuzzleList {
  day: string
  game: string | null
  games: PuzzleGame[]
}
/**
 * The puzzles of a game.
 */
export interface PuzzleGame {
  game: string
  puzzles: string[]
  daily: number
}
/**
 * POST /api/score/{game}: the score sheet of a real table. The server counts it and keeps nothing.
 */
export interface ScoreSheet {
  /**
   * @minItems 1
   * @maxItems 16
   */
  names: string[]
  options?: {
    [k: string]: string
  }
  /**
   * @maxItems 1500
   */
  entries?: {
    [k: string]: number | string | (number | string)[]
  }[]
  /**
   * @maxItems 20
   */
  draft?: {
    [k: string]: number | string | (number | string)[]
  }[]
  language?: "en" | "ru"
}
/**
 * A score sheet, counted. Games add what their own pads draw. Seats count from 0.
 *
 * Numbers include what is being entered, as far as it counts.
 */
export interface Standing {
  names: string[]
  totals: (number | null)[]
  lowest_wins: boolean
  places: number[]
  rounds: number[][]
  drafted: number
  round_no: number
  of_rounds: number
  check: Fact | null
  complete: boolean
  problem: Fact | null
  notes: Fact[]
  over: boolean
  winners: number[]
  ranking: Ranking | null
  form: Form | null
  text: string[]
}
/**
 * What the next entry of a sheet consists of: enough for a pad to draw it without knowing the game.
 */
export interface Form {
  title: Fact
  fields: FormField[]
}
/**
 * One thing to fill in.
 */
export interface FormField {
  name: string
  kind: "cards" | "choice" | "number" | "text"
  title: Fact
  seats: number[]
  low: number
  high: number
  values: string[]
  titles: Fact[]
  optional: boolean
}
/**
 * POST /api/advisor/{game}: what somebody has seen at a real table. The server follows it and keeps nothing.
 */
export interface RealTable {
  /**
   * @minItems 1
   * @maxItems 16
   */
  names: string[]
  seat: number
  options?: {
    [k: string]: string
  }
  /**
   * @maxItems 1500
   */
  entries?: string[]
  advice?: boolean
}
/**
 * The answer of POST /api/advisor/{game}: the game as the seat knows it, and what to enter next.
 *
 * That is a draw (`asked`) or a move of `turn`; neither, once the game is over.
 */
export interface FollowedTable {
  view: View
  told: ToldLine[]
  asked: AskedDraw | null
  turn: number | null
  moves: LegalMove[]
  corrections: OtherMove[]
  lowest_wins: boolean
  can_advise: boolean
  hint: Hint | null
}
/**
 * A line, and what the seat learned from it.
 */
export interface ToldLine {
  line: string
  seat: number | null
  facts: Fact[]
}
/**
 * Something that was drawn at a real table, and that its person enters: `word` and so many values.
 */
export interface AskedDraw {
  word: string
  kind: "card" | "seat"
  title: Fact
  values: AskedValue[]
  count: number
}
export interface AskedValue {
  value: string
  left: number
}
/**
 * What a seat may have done in place of what goes without saying.
 */
export interface OtherMove {
  seat: number
  move: string
  title: Fact
}
/**
 * POST /api/tables/{table}/hint: what the strongest bot would do, by what your seat knows.
 */
export interface Hint {
  offer: number
  moves: HintMove[]
  reason: Fact[]
}
