// Typed events: what is told at a table is the game's or the server's, and a misspelt key or field is a type error.

import assert from "node:assert/strict"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { eventsOf } from "../src/games/events"

test("only what the game itself told is an event of the game", () => {
  const told = ["server.begun", "toy.took", "common.wins", "toys.took", "toy.passed"].map((key) => ({ key }))
  assert.deepEqual(eventsOf("toy", told).map(({ key }) => key), ["toy.took", "toy.passed"])
})

const FILE = fileURLToPath(new URL("snippet.ts", import.meta.url))
const OPTIONS = { strict: true, noEmit: true, skipLibCheck: true, lib: ["lib.es2023.d.ts"], types: [] }

/** What the compiler has against some lines about an event of Dobro. */
function complaints(lines: string): string[] {
  const text = `import type { DobroEvent } from "../src/games/dobro/messages"
    export function look(event: DobroEvent): unknown { ${lines} }`
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === FILE || fileExists(file)
  host.getSourceFile = (file, language) =>
    file === FILE ? ts.createSourceFile(file, text, language) : getSourceFile(file, language)
  const program = ts.createProgram([FILE], OPTIONS, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))
}

test("a misspelt key or field of an event does not compile", () => {
  assert.deepEqual(complaints(`return event.key === "dobro.took" && event.args.cards`), [])
  assert.match(complaints(`return event.key === "dobro.tok"`).join(), /no overlap/)
  assert.match(complaints(`return event.key === "dobro.took" && event.args.card`).join(), /'card' does not exist/)
  const skip = `return event.key === "dobro.played" && event.args.play.key === "dobro.skip"`
  assert.match(complaints(skip).join(), /no overlap/)
})
