// What moves when a game tells an event: from where to where, and what is drawn on the way.

import assert from "node:assert/strict"
import { test } from "node:test"
import { flights as dobroFlights } from "../src/games/dobro/flights"
import type { DobroEvent, DobroPlayed, DobroView } from "../src/games/dobro/messages"
import { flights as noThanksFlights } from "../src/games/no_thanks/flights"
import type { NoThanksEvent, NoThanksView } from "../src/games/no_thanks/messages"
import { flights as tugrikiFlights } from "../src/games/tugriki/flights"
import type { TugrikiEvent, TugrikiView } from "../src/games/tugriki/messages"
import type { Flight } from "../src/games/ui"

/** "3 Card 7: hand:7 > stage" for three cards. */
function ways(flights: Flight[]): string {
  const told = flights.map(({ from, to, face, props, count }) => {
    const thing = [count, face, props.card, props.as && `as ${props.as}`].filter((part) => part !== undefined).join(" ")
    return `${thing}: ${from} > ${to}`
  })
  return told.join(", ")
}

test("No Thanks!: a chip goes onto the card, the card and its chips to whoever takes them", () => {
  const view = { seat: 1 } as NoThanksView
  const flown = (event: NoThanksEvent) => ways(noThanksFlights(event, view))
  const passes = (player: number) => flown({ key: "no_thanks.passed", args: { player, card: 9, pot: 2 } })
  const takes = (player: number, pot: number) => flown({ key: "no_thanks.took", args: { player, card: 9, pot } })
  assert.equal(passes(1), "Coin: purse > pot")
  assert.equal(passes(2), "Coin: seat:2 > pot")
  assert.equal(takes(2, 3), "Card 9: stage > pile:2, 3 Coin: pot > seat:2")
  assert.equal(takes(1, 0), "Card 9: stage > pile:1")
  assert.equal(flown({ key: "no_thanks.turned_up", args: { player: 1, card: 9, left: 4 } }), "Back: deck > stage")
  assert.equal(flown({ key: "no_thanks.scored", args: { player: 1, points: 4 } }), "")
})

test("Dobro: cards go from hands to the trick, the trick to a pile, cards from the deck", () => {
  const view = { seat: 1, forgetful: 2, points: [0, 0] } as DobroView
  const flown = (event: DobroEvent) => ways(dobroFlights(event, view))
  const played = (key: DobroPlayed["args"]["play"]["key"]) =>
    flown({ key: "dobro.played", args: { player: 1, play: { key, args: { number: 6 } }, good: 12 } })
  assert.equal(played("dobro.number"), "Card 6: hand:6 > stage")
  assert.equal(played("dobro.joker_as"), "Card J: hand:J > stage")
  assert.equal(played("dobro.pair"), "Card 6: hand:6 > stage, Card 6: hand:6 > stage")
  assert.equal(played("dobro.with_joker"), "Card 6: hand:6 > stage, Card J: hand:J > stage")
  assert.equal(played("dobro.jokers_as"), "Card J: hand:J > stage, Card J: hand:J > stage")
  const good = { key: "dobro.no_good" } as const
  assert.equal(flown({ key: "dobro.skipped", args: { player: 0, good } }), "Card S: seat:0 > stage")
  assert.equal(flown({ key: "dobro.reversed", args: { player: 1, good } }), "Card R: hand:R > stage")
  assert.equal(flown({ key: "dobro.took", args: { player: 0, cards: 5 } }), "5 Back: stage > pile:0")
  assert.equal(flown({ key: "dobro.draws", args: { player: 0, cards: 2, left: 9 } }), "2 Back: deck > seat:0")
  assert.equal(flown({ key: "dobro.draws", args: { player: 1, cards: 2, left: 9 } }), "", "one sees what one draws")
  assert.equal(flown({ key: "dobro.drew", args: { player: 1, card: { key: "dobro.joker" } } }), "Card J: deck > hand")
  assert.equal(flown({ key: "dobro.forgot_from", args: { player: 0, other: 2 } }), "Forgetful: seat:2 > seat:0")
  assert.equal(flown({ key: "dobro.forgot", args: { player: 0 } }), "Forgetful: forgetful > seat:0")
  assert.equal(flown({ key: "dobro.forgot", args: { player: 2 } }), "", "who has the forgetful card keeps it")
  assert.equal(
    flown({ key: "dobro.dealt", args: { round: 1, rounds: 3, cards: 6 } }),
    "Back: deck > seat:0, Back: deck > seat:1",
  )
})

test("Tugriki: cards go to the rows and between hands, tugriks to the bank and back", () => {
  const view = { seat: 1, actions: {}, tugriks: [3, 0, 5], out: [], clockwise: true } as unknown as TugrikiView
  const flown = (event: TugrikiEvent) => ways(tugrikiFlights(event, view))
  const card = { key: "tugriki.card_red", args: { rank: "5" } } as const
  const genie = { key: "tugriki.genie" } as const
  assert.equal(flown({ key: "tugriki.laid", args: { player: 1, card } }), "TugrikiCard R5: hand:R5 > place:R5")
  assert.equal(flown({ key: "tugriki.laid_over", args: { player: 2, card } }), "TugrikiCard R5: seat:2 > place:R5")
  assert.equal(
    flown({ key: "tugriki.laid_wild", args: { player: 0, card: genie, place: card } }),
    "TugrikiCard genie as R5: seat:0 > place:R5",
  )
  assert.equal(flown({ key: "tugriki.drew", args: { player: 2, left: 4 } }), "Back: deck > seat:2")
  assert.equal(flown({ key: "tugriki.drew_card", args: { player: 1, card } }), "Back: deck > hand")
  assert.equal(
    flown({ key: "tugriki.exchanged" }),
    "Back: hand > seat:0, Back: seat:2 > hand, Back: seat:0 > seat:2",
  )
  assert.equal(flown({ key: "tugriki.paid", args: { player: 2, tugriks: 1 } }), "1 Coin: seat:2 > bank")
  assert.equal(flown({ key: "tugriki.paid", args: { player: 1, tugriks: 0 } }), "", "there is nothing to pay with")
  assert.equal(flown({ key: "tugriki.passed", args: { player: 1 } }), "", "nor here")
  assert.equal(flown({ key: "tugriki.passed", args: { player: 2 } }), "Coin: seat:2 > bank")
  assert.equal(flown({ key: "tugriki.called", args: { player: 1, other: 0, tugriks: 2 } }), "2 Coin: seat:0 > bank")
  assert.equal(flown({ key: "tugriki.won_round", args: { player: 1, tugriks: 9 } }), "9 Coin: bank > hand")
  assert.equal(flown({ key: "tugriki.lent", args: { player: 2, other: 1, tugriks: 2 } }), "2 Coin: seat:2 > hand")
  assert.equal(flown({ key: "tugriki.free" }), "")
})
