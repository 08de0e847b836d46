// The service worker keeps the page of the tables, and nothing else: neither answers of the API nor the documentation.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { runInNewContext } from "node:vm"

const SOURCE = readFileSync(new URL("../public/sw.js", import.meta.url), "utf-8")
const HOST = "https://cards.example.org"

/** Does the service worker of a server at `home` answer when somebody goes to an address? */
function answers(home: string, path: string): boolean {
  let listener = (_: unknown): void => assert.fail("it does not listen")
  const addEventListener = (kind: string, heard: typeof listener): void => {
    if (kind === "fetch") listener = heard
  }
  const never = new Promise(() => {})
  const caches = { open: () => never }
  runInNewContext(SOURCE, { URL, location: new URL(`${HOST}${home}sw.js`), addEventListener, caches })
  let answered = false
  const request = { url: `${HOST}${path}`, method: "GET", mode: "navigate" }
  listener({ request, respondWith: () => (answered = true) })
  return answered
}

for (const home of ["/", "/koloda/"]) {
  test(`what is kept of a server at ${home}`, () => {
    for (const path of ["", "t/k3mz8w2p", "rules/crazy_eights", "documents"]) assert.ok(answers(home, home + path), path)
    for (const path of ["docs", "docs/", "docs/bots.html", "api/lobby"]) assert.ok(!answers(home, home + path), path)
  })
}
