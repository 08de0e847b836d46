import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type { Explanation, Situation } from "../src/explain/explanation"
import { place, type Box } from "../src/explain/place"
import { plain, refusalFact } from "../src/explain/plain"
import { explain as dobro } from "../src/games/dobro/explain"
import type { DobroView } from "../src/games/dobro/messages"
import { explain as mindUp } from "../src/games/mind_up/explain"
import type { MindUpView } from "../src/games/mind_up/messages"
import { explain as noThanks } from "../src/games/no_thanks/explain"
import type { NoThanksView } from "../src/games/no_thanks/messages"
import { explain as tugriki } from "../src/games/tugriki/explain"
import type { TugrikiView } from "../src/games/tugriki/messages"
import { explain as generic } from "../src/generic/explain"
import type { View } from "../src/messages"
import { summaryRows } from "../src/pages/rules/summary"
import { LANGUAGES, sentence, type Catalogue, type Language } from "../src/sentences"

const SCREEN = { width: 360, height: 740 }
const ACTS: Box = { left: 10, top: 676, width: 340, height: 52 }
const SIZE = { width: 320, height: 150 }

const meets = (size: { width: number; height: number }, at: { left: number; top: number }, box: Box) =>
  at.left < box.left + box.width && box.left < at.left + size.width && at.top < box.top + box.height && box.top < at.top + size.height

test("a bubble stands above the hand and below the seats, with its arrow at the thing", () => {
  const card = { left: 90, top: 600, width: 44, height: 62 }
  const hand = { left: 8, top: 590, width: 344, height: 80 }
  const above = place(SIZE, card, hand, SCREEN, [ACTS])
  assert.equal(above.below, false)
  assert.ok(above.top + SIZE.height < hand.top)
  assert.equal(above.left + above.arrow, card.left + card.width / 2)
  const seat = { left: 124, top: 48, width: 112, height: 70 }
  const below = place(SIZE, seat, seat, SCREEN, [ACTS])
  assert.equal(below.below, true)
  assert.ok(below.top > seat.top + seat.height)
})

test("a bubble stays inside the screen and off the buttons, wherever they are", () => {
  const rail = { left: 568, top: 180, width: 172, height: 180 }
  const screen = { width: 740, height: 360 }
  for (const thing of [{ left: 520, top: 200, width: 40, height: 60 }, { left: 600, top: 60, width: 90, height: 30 }, { left: 4, top: 300, width: 30, height: 40 }]) {
    const at = place(SIZE, thing, thing, screen, [rail])
    assert.ok(at.left >= 8 && at.left + SIZE.width <= screen.width - 8 && at.top >= 8 && at.top + SIZE.height <= screen.height - 8)
    assert.ok(!meets(SIZE, at, rail))
  }
})

test("a refusal is said without notation and ids, which lead to the rules", () => {
  assert.deepEqual(plain("красный 0 пока нельзя: ряд начинают с пятёрки (TG-7)."), { text: "Красный 0 пока нельзя: ряд начинают с пятёрки", rules: ["TG-7"] })
  assert.deepEqual(plain("first finish the row (TG-14, TG-19)").rules, ["TG-14", "TG-19"])
  const reason = { key: "pay.no_chips" }
  const quoted = { code: "not_legal", detail: { key: "errors.not_legal", args: { move: "p 3", reason } }, retry_after: null }
  assert.equal(refusalFact(quoted), reason)
  const named = { code: "not_legal", detail: { key: "errors.not_legal_named", args: { move: reason, reason } }, retry_after: null }
  assert.equal(refusalFact(named), named.detail)
})

const NAMES = ["Anna", "Boris", "Vera", "Gleb"]
const catalogues = Object.fromEntries(
  LANGUAGES.map((language) => {
    const texts: Catalogue = {}
    for (const [area, file] of [
      ...["web", "common"].map((area) => [area, `locale/${language}/${area}.json`]),
      ...["dobro", "mind_up", "no_thanks", "tugriki"].map((game) => [game, `games/${game}/locale/${language}.json`]),
    ])
      for (const [key, text] of Object.entries(JSON.parse(readFileSync(new URL(`../../src/koloda/${file}`, import.meta.url), "utf8"))))
        texts[`${area}.${key}`] = text as string
    return [language, texts]
  }),
) as Record<Language, Catalogue>

/** The ids under which the rulebooks have a rule, by language. */
const RULES = LANGUAGES.map((language) => {
  const books = ["dobro", "mind_up", "no_thanks", "tugriki"].map((game) =>
    readFileSync(new URL(`../../src/koloda/games/${game}/rulebook/${language}.md`, import.meta.url), "utf8"),
  )
  return new Set(books.flatMap((book) => [...book.matchAll(/^\*\*([A-Z]{2}-\d+)\*\*/gm)].map(([, id]) => id)))
})

/** All that a bubble says, in both languages: every text is there, and so is the rule to read. */
function told(explanation: Explanation | null): string {
  assert.notEqual(explanation, null)
  const { title, does, now, rule } = explanation!
  for (const rules of RULES) assert.ok(rules.has(rule ?? ""), `the link of ${title.key} leads to ${rule}`)
  const say = (language: Language) =>
    [title, does, ...(now ? [now] : [])].map((fact) => sentence(catalogues[language], language, fact, 0, NAMES)).join(" | ")
  say("ru")
  return say("en")
}

const OFFER: Situation = { table: { options: {} }, offer: { must: true, moves: [{ move: "R6", meaning: { key: "x" }, info: { kind: "lay", cards: ["R6", "7"], target: "R6", consequence: null } }] } }
const WAITING: Situation = { table: { options: {} }, offer: null }
const base = { seat: 0, players: 3, actors: [0], over: false, scores: null, winners: null, places: null, ranking: null }

test("every kind of card of Tugriki explains itself", () => {
  const view = {
    ...base, game: "tugriki", phase: "move", round: 1, rounds: 3, challenges: true, attention: true, turn: 0, clockwise: true, miss: true,
    tugriks: [31, 39, 39], bank: 12, loans: [], out: [2], deck: 14, cards: [3, 10, 0], hand: ["G1"], drawn: null,
    rows: [{ colour: "red", places: { R5: ["R5"] }, finished: false }], bound: "red", named: 1, pledge: false,
    challengeable: null, callable: null, borrower: null,
    actions: { G3: "colour_choice", Y3: "draw", R2: "skip", P2: "reverse", Y1: "repeat", G1: "exchange", P4: "penalty", R4: "robbery" },
  } as TugrikiView
  assert.equal(told(tugriki("card:G1", view, WAITING)), "Exchange | everyone draws a card blindly from the next player | Green 1: it is not your turn")
  for (const card of Object.keys(view.actions)) {
    assert.ok(tugriki(`card:${card}`, view, OFFER)?.special)
    assert.match(told(tugriki(`card:${card}`, view, OFFER)), / \| /)
  }
  assert.match(told(tugriki("card:genie", view, WAITING)), /any card but a 5/)
  assert.match(told(tugriki("card:genie", view, { ...WAITING, table: { options: { wilds: "plain" } } })), /without an action/)
  assert.match(told(tugriki("card:row", view, WAITING)), /everyone must build this row/)
  assert.match(told(tugriki("card:R6", view, OFFER)), /you can play it now/)
  assert.match(told(tugriki("card:RX", view, WAITING)), /another colour’s X/)
  assert.match(told(tugriki("laid:genie=R4", view, WAITING)), /red 4/)
  assert.match(told(tugriki("seat:0", view, WAITING)), /31 tugriks, 3 cards in hand \| whoever has the most/)
  for (const topic of ["laid:R5", "row:red", "bank", "deck", "direction", "miss", "bound", "score", "seat:2"]) told(tugriki(topic, view, WAITING))
  assert.equal(tugriki("nothing", view, WAITING), null)
})

test("the cards, pills and figures of Dobro explain themselves", () => {
  const view = {
    ...base, game: "dobro", phase: "play", turn: 0, round: 1, rounds: 3, direction: 1, good: 8, fits: { above: 8, doubles: 8, doubled: 16, pair: 4 },
    trick: [{ cards: ["8"], number: 8 }], hand: ["7", "J"], hand_sizes: [2, 6, 6], hand_limit: 6, deck: 20, pile_sizes: [3, 0, 1], piles: null,
    forgetful: 0, points: [4, 2, 1], last_points: [0, 0, 0], attention: true, pair_doubling: "good-number",
  } as DobroView
  assert.equal(told(dobro("need:web_doubles", view, WAITING)), "8 → 16 | an equal card, 8, doubles the good number to 16")
  assert.match(told(dobro("card:J", view, WAITING)), /^Joker \| any number from 2 to 12/)
  assert.match(told(dobro("forgetful", view, WAITING)), /you have it now/)
  assert.match(told(dobro("score", view, WAITING)), /most points win \| you have 4 points/)
  for (const topic of ["card:7", "card:S", "card:R", "laid:8", "need:web_more", "need:web_pair_from", "good", "deck", "direction", "trick", "seat:0", "seat:1"])
    told(dobro(topic, view, OFFER))
  assert.match(told(dobro("good", { ...view, good: null, fits: null }, WAITING)), /any card or pair will do/)
})

test("chips, runs and the score of No Thanks! explain themselves", () => {
  const view = {
    ...base, game: "no_thanks", phase: "decide", turn: 0, card: 27, pot: 7, left: 11, chips: [9, null, null], taken: [[24, 25], [], []],
    points: [24, 0, 0], removed: null,
  } as NoThanksView
  assert.equal(told(noThanks("score", view)), "Score | the score is cards minus chips; lowest wins | you have 24 − 9 = 15")
  assert.match(told(noThanks("run:24-25", view)), /only the lowest counts \| here it is 24/)
  assert.match(told(noThanks("seat:1", view)), /chips are hidden/)
  for (const topic of ["offer", "pot", "chips", "deck", "run:9-9", "seat:0"]) told(noThanks(topic, view))
})

test("places, marks and goals of Mind Up! explain themselves", () => {
  const card = (number: number, mark = 0) => ({ number, colour: "blue", mark })
  const view = {
    ...base, game: "mind_up", phase: "choose", round: 1, rounds: 3, row: [card(12), card(29, 1)], order: [2, 4, 1, 5, 3], layer: 0, hand: [card(37, -1)],
    choice: null, chosen: [1], held: [1, 2, 2], known: [[], [], []], collections: [[[card(3)], [card(13), card(18)]], [], []], points: [[9], [2], [0]],
    totals: [9, 2, 0], bonuses: [0, 0, 0], stack: 10, goals: [{ name: "B1", worth: 2 }], meeting: [[0, 1]], discarded: [],
  } as unknown as MindUpView
  assert.equal(told(mindUp("place:4", view, WAITING)), "Place ×4 | each card on this place is worth 4; one place holds one colour | 2 cards are here now: 4 × 2")
  assert.match(told(mindUp("card:37", view, WAITING)), /adds to the points: −1/)
  assert.match(told(mindUp("goal:B1", view, WAITING)), /\+2 points .* you, Boris/)
  for (const topic of ["laid:12", "laid:29", "place:5", "tray", "seat:1", "score"]) told(mindUp(topic, view, WAITING))
})

test("a game of another package explains its fields by its texts, or by their names", () => {
  const texts = { "pay.about": "Pay or take.", "pay.title": "Pay", "pay.field_pot": "Chips", "pay.seat_chips": "chips", "pay.explain_pot": "What lies on the card.", "common.seat": "Player {seat}" }
  const view = { ...base, game: "pay", pot: 4, left: 3, chips: [2, 3, 4] } as unknown as View
  assert.deepEqual(generic("field:Chips", view, texts)?.does, { key: "pay.explain_pot" })
  assert.deepEqual(generic("field:left", view, texts)?.does, { key: "web.explain_field", args: { name: "left", value: "3" } })
  assert.deepEqual(generic("seat:1", view, texts)?.does, { key: "common.list", args: { items: "chips 3" } })
  assert.deepEqual(generic("score", view, texts)?.does, { key: "pay.about" })
  assert.equal(generic("field:nothing", view, texts), null)
})

test("a game has its rules on one page where its texts have them", () => {
  assert.equal(summaryRows("dobro", catalogues.en)?.length, 7)
  assert.equal(summaryRows("pay", catalogues.en), null)
  assert.deepEqual(summaryRows("pay", { "pay.summary_goal": "Win", "pay.summary_1": "Play" }), ["pay.summary_1"])
})
