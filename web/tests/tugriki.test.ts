import assert from "node:assert/strict"
import { test } from "node:test"
import { step } from "../src/games/arrows"
import { cardIn, cardOf, named, type CardTerm } from "../src/games/tugriki/cards"
import { cardFor, choices, chosenLay, held } from "../src/games/tugriki/moves"
import { growth } from "../src/games/tugriki/growth"
import { roundEnd } from "../src/games/tugriki/rounds"
import { headline } from "../src/games/tugriki/scoring"
import { shownIn } from "../src/games/tugriki/shown"
import type { MoveOf, OfferOf } from "../src/games/ui"
import type { TugrikiEvent, TugrikiMove, TugrikiView } from "../src/games/tugriki/messages"

function move(text: string, kind: string, more: Partial<TugrikiMove> = {}): MoveOf<TugrikiMove> {
  const info = { kind, cards: [], target: null, tugriks: null, other: null, ...more }
  return { move: text, meaning: { key: "tugriki.can_lay" }, info }
}

const lay = (card: string, place = card) => move(card === place ? card : `${card}=${place}`, "lay", { cards: [card], target: place })
const offer = (...moves: MoveOf<TugrikiMove>[]): OfferOf<TugrikiMove> => ({ number: 1, must: true, moves, attempts: {} })

function view(changes: Partial<TugrikiView>): TugrikiView {
  return {
    game: "tugriki", seat: 0, players: 3, actors: [0], over: false, scores: null, winners: null, places: null, ranking: null, phase: "move",
    round: 1, rounds: 3, challenges: true, attention: true, turn: 0, clockwise: true, miss: false,
    tugriks: [39, 39, 39], bank: 3, loans: [], out: [], deck: 18, cards: [10, 10, 10], hand: [], drawn: null,
    rows: [{ colour: "red", places: {}, finished: false }], bound: null, named: 0, pledge: false,
    challengeable: null, callable: null, borrower: null, actions: {},
    ...changes,
  }
}

test("an offer is sorted by what one does", () => {
  const found = choices(offer(lay("R5"), lay("genie", "G4"), lay("row", "RX"), move("draw", "draw"), move("challenge", "challenge", { other: 2 })))
  assert.deepEqual(found.lays.map(({ card, place, move }) => `${card}>${place} ${move}`), ["R5>R5 R5", "genie>G4 genie=G4", "row>RX row=RX"])
  assert.deepEqual([...found.words.values()].map(({ move, other }) => [move, other]), [["draw", null], ["challenge", 2]])
  const named = choices(offer(move("name red", "name", { target: "red" }), move("name purple", "name", { target: "purple" })))
  assert.deepEqual([...named.colours], [["red", "name red"], ["purple", "name purple"]])
  const lent = choices(offer(move("refuse", "refuse", { tugriks: 0 }), move("lend 1", "lend", { tugriks: 1 }), move("lend 2", "lend", { tugriks: 2 })))
  assert.deepEqual([...lent.lends], [[1, "lend 1"], [2, "lend 2"]])
  assert.deepEqual([...lent.words.keys()], ["refuse"])
  assert.deepEqual(choices(null).lays, [])
})

test("two wild cards of a kind are told apart", () => {
  assert.deepEqual(held(["R5", "genie", "genie"]).map(({ id }) => id), ["R5/1", "genie/1", "genie/2"])
})

test("a coloured card has one place; a wild card needs to be told where", () => {
  const { lays } = choices(offer(lay("R6"), lay("genie", "R4"), lay("genie", "G7"), lay("row", "R4")))
  assert.equal(chosenLay(lays, "R6", null)?.move, "R6")
  assert.equal(chosenLay(lays, "genie", null), null)
  assert.equal(chosenLay(lays, "genie", "G7")?.move, "genie=G7")
  assert.equal(chosenLay(lays, "row", null)?.move, "row=R4")
  assert.equal(chosenLay(lays, "P1", null), null)
})

test("a place picks the real card before a wild one", () => {
  const { lays } = choices(offer(lay("R4"), lay("genie", "R4"), lay("genie", "G7")))
  assert.deepEqual(["R4", "G7", "P0"].map((place) => cardFor(lays, place)), ["R4", "genie", null])
})

/** A row as "x" for a card, "o" for a place, "." for what is empty: how each of its places grows. */
function grown(row: string): string[] {
  const filled = [...row].map((each) => each === "x")
  const lit = [...row].map((each) => each === "o")
  return lit.flatMap((each, at) => {
    const { side, free, outer, closed } = growth(at, filled, lit)
    return each ? [`${side} ${free}${outer ? ` before ${outer}` : ""}${closed ? " to a card" : ""}`] : []
  })
}

test("places grow away from the cards of their row, as far as there is room", () => {
  assert.deepEqual(grown("....oxxo..."), ["low 4", "high 3"])
  assert.deepEqual(grown(".....o....."), ["mid 0"], "a first 5 has room on both sides")
  assert.deepEqual(grown("oxxxxxxxxxo"), ["low 0", "high 0"])
  assert.deepEqual(grown("oo.xxx....."), ["low 0", "low 1 before 1"])
  assert.deepEqual(grown("x.oxxx....."), ["low 1 to a card"])
  assert.deepEqual(grown("xoxxxx....."), ["mid 0"], "between two cards it lies over both")
  assert.deepEqual(growth(6, [..."....xxxx..."].map((each) => each === "x"), []).side, "mid", "over a wild card")
})

test("cards in events and by name", () => {
  assert.equal(cardIn({ key: "tugriki.card_green", args: { rank: "X" } }), "GX")
  assert.equal(cardIn({ key: "tugriki.row" }), "row")
  assert.equal(cardIn({ key: "tugriki.genie" }), "genie")
  assert.equal(cardOf("orange", "7"), "O7")
  const cards = ["R0", "Y1", "G5", "P9", "BX", "O3", "genie", "row"]
  assert.deepEqual(cards.map((card) => cardIn(named(card) as CardTerm)), cards)
})

test("a challenged hand and what came of it", () => {
  const cards = [named("R5") as CardTerm, named("genie") as CardTerm]
  const shown: TugrikiEvent = { key: "tugriki.shown", args: { player: 0, other: 2, cards } }
  const verdict: TugrikiEvent = { key: "tugriki.guilty", args: { player: 2, tugriks: 2 } }
  assert.deepEqual(shownIn([shown]), { other: 2, cards: ["R5", "genie"], verdict: null })
  assert.equal(shownIn([shown, verdict])?.verdict, verdict)
  assert.equal(shownIn([verdict]), null)
})

test("TG-29: whoever lays the last card takes the bank, and the next round begins", () => {
  const laid = [{ colour: "red", places: { R5: ["R5"] }, finished: false }]
  const before = view({ rows: laid, turn: 1, cards: [4, 1, 6], bank: 17, tugriks: [30, 20, 40] })
  const after = view({ round: 2, tugriks: [29, 36, 39], bank: 3 })
  assert.deepEqual(roundEnd(before, after), { round: 1, gains: [0, 17, 0], tugriks: [29, 36, 39], winner: 1 })
  assert.equal(roundEnd(before, view({ rows: laid })), null)
})

test("the headline tells the direction where there is one", () => {
  assert.deepEqual(headline(view({ clockwise: false })).map(({ key }) => key), ["tugriki.web_round", "tugriki.web_anticlockwise"])
  assert.deepEqual(headline(view({ rounds: null, out: [2] })).map(({ key }) => key), ["tugriki.web_knockout", "tugriki.value_knockout"])
})

test("arrows go round in a line, and up and down between lines", () => {
  assert.deepEqual([step("ArrowRight", 4, 5, 5), step("ArrowLeft", 0, 5, 5), step("ArrowUp", 2, 5, 5)], [0, 4, null])
  assert.deepEqual([step("ArrowDown", 1, 10, 5), step("ArrowUp", 6, 10, 5), step("End", 0, 10, 5)], [6, 1, 9])
})
