import assert from "node:assert/strict"
import { test } from "node:test"

Object.defineProperty(globalThis, "navigator", { value: { languages: ["fr", "ru-RU", "en"] }, configurable: true })
Object.assign(globalThis, { document: { documentElement: { lang: "" } } })
const asked: string[] = []
Object.assign(globalThis, {
  fetch: async (path: string) => {
    asked.push(path)
    return { ok: !path.endsWith("lost"), status: 503, json: async () => ({ title: path }) }
  },
})
const { reading } = await import("../src/language.svelte")

test("the first of the reader's languages that there is", () => {
  assert.equal(reading.language, "ru")
})

test("who asks for the same texts while they come waits for them too", async () => {
  const first = reading.need("web")
  assert.equal(reading.knows("web"), false)
  await reading.need("web")
  assert.equal(reading.knows("web"), true)
  await first
})

test("the page says which language it speaks", async () => {
  await reading.speak("en")
  assert.equal(reading.language, "en")
  assert.equal(document.documentElement.lang, "en")
})

test("the texts of a game that the pages do not hold come from the server, in every language", async () => {
  await Promise.all([reading.need("chess"), reading.need("chess")])
  assert.equal(reading.texts["chess.title"], "/api/texts/en/chess")
  assert.equal(asked.filter((path) => path.endsWith("chess")).length, 1)
  await reading.speak("ru")
  assert.equal(reading.texts["chess.title"], "/api/texts/ru/chess")
})

test("what could not be fetched is asked for again", async () => {
  await assert.rejects(reading.need("lost"))
  await assert.rejects(reading.need("lost"))
  assert.equal(asked.filter((path) => path.endsWith("lost")).length, 2)
})
