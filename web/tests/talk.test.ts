import assert from "node:assert/strict"
import { test } from "node:test"
import { notice } from "../src/table/notice"
import { silent, votedOn, votesMissing } from "../src/table/waits"
import { conversation, placed } from "../src/talk/conversation"

const line = (number: number, after?: number) => ({ number, at: number, seat: 1, name: "Boris", text: "!", ...(after === undefined ? {} : { after }) })
const facts = ["a", "b", "c", "d"].map((key) => ({ key }))
const wait = { since: 0, nudge_at: 100, nudged_at: null, vote_at: 200, alone_at: 300, votes: [], needed: 2 }
const person = { who: "person", name: "B", bot: "", here: true, away: false, gone: false, bot_at: null } as const
const told = { waits: [null, wait, null], seat: 2, table: { seats: [person, person, person], host: 0 } }

test("moves stand between the lines that came while the page was open", () => {
  const shown = conversation([line(1), line(2, 1), line(3, 4)], facts)
  assert.deepEqual(shown.map(({ key }) => key), ["l1", "l2", "f2", "f3", "l3"])
  assert.deepEqual(placed([line(2), line(4)], [line(2, 1)]), [line(2, 1), line(4)])
})

test("somebody who is silent can be nudged, then voted on", () => {
  assert.deepEqual([silent(told, 99), silent(told, 100)], [[], [1]])
  assert.deepEqual([votedOn(told, 199), votedOn(told, 200)?.seat], [null, 1])
  assert.deepEqual([votesMissing(wait, told, 200), votesMissing(wait, told, 300)], [2, 1])
  assert.equal(votesMissing(wait, { ...told, seat: 0 }, 200), 1, "the host's vote is enough")
})

test("the slot offers to nudge, once", () => {
  const known = { reconnect: null, seats: [person, person], names: ["A", "B"], seat: 0, playing: true, undo: false }
  assert.equal(notice({ ...known, silent: { seat: 1, nudge: "can" } })?.button, "nudge")
  assert.equal(notice({ ...known, silent: { seat: 1, nudge: "sent" } })?.button, null)
  assert.equal(notice({ ...known, nudgedBy: 1 })?.text?.key, "web_table.nudged_you")
  const long = { ...known, names: ["A", "W".repeat(24)] }
  const told = { player: `\u2068${"W".repeat(11)}…\u2069` }
  assert.deepEqual(notice({ ...long, silent: { seat: 1, nudge: "can" } })?.text?.args, told, "with a short name: there is little room")
  assert.deepEqual(notice({ ...long, nudgedBy: 1 })?.text?.args, told)
})
