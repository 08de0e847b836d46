import assert from "node:assert/strict"
import { test } from "node:test"

Object.defineProperty(globalThis, "navigator", { value: { languages: ["fr", "ru-RU", "en"] }, configurable: true })
Object.assign(globalThis, { document: { documentElement: { lang: "" } } })
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
