// Small steps of the build: the drawings go into the page itself, the lobby gets what it says of the games in one piece,
// the service worker learns its files, every text file gets packed twins, and in a build for tests every control says
// where in the sources it stands.

import { createHash } from "node:crypto"
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** Puts sprites at the start of the body, so that `<use href="#…">` finds their symbols without a request. */
export function sprites(...files) {
  const drawings = () => files.map((file) => readFileSync(file, "utf8").trim()).join("\n")
  return { name: "koloda-sprites", transformIndexHtml: (html) => html.replace("<body>", () => `<body>\n${drawings()}`) }
}

/** The drawings that games bring of their own. */
export function drawingsOf(games) {
  return readdirSync(games)
    .map((game) => join(games, game, "drawings.svg"))
    .filter((file) => existsSync(file))
}

const LOBBY_TEXTS = "virtual:lobby-texts/"
const GAME_TEXTS = /\/games\/\w+\/locale\/\w+\.json$/
const SAID_IN_LOBBY = /^(title|tagline|about|web_scored|(option|help|value|pill)_.+)$/
const SAID_IN_TERMINAL = /^(screen_.+|score_(help|examples))$/

/**
 * Divides the texts of the games that come along: `virtual:lobby-texts/en` is what the lobby says of all of them, so
 * that it need not fetch the rest, and the files themselves go without what only a terminal says.
 */
export function gameTexts(games) {
  const read = (game, language) => JSON.parse(readFileSync(join(games, game, "locale", `${language}.json`), "utf8"))
  const named = () => readdirSync(games).filter((game) => existsSync(join(games, game, "locale")))
  const inLobby = (game, language) =>
    Object.entries(read(game, language))
      .filter(([key]) => SAID_IN_LOBBY.test(key))
      .map(([key, text]) => [`${game}.${key}`, text])
  return {
    name: "koloda-game-texts",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(LOBBY_TEXTS) ? `\0${id}` : null),
    load: (id) => {
      if (!id.startsWith(`\0${LOBBY_TEXTS}`)) return null
      const language = id.slice(LOBBY_TEXTS.length + 1)
      const texts = Object.fromEntries(named().flatMap((game) => inLobby(game, language)))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})`
    },
    transform: (code, id) => {
      if (!GAME_TEXTS.test(id)) return null
      const kept = Object.entries(JSON.parse(code)).filter(([key]) => !SAID_IN_TERMINAL.test(key))
      return { code: JSON.stringify(Object.fromEntries(kept)), map: null }
    },
  }
}

/** Stops a build without lessons: `koloda.server.lessons` makes them. */
export function lessons(folder) {
  const made = () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".json"))
  return {
    name: "koloda-lessons",
    buildStart() {
      if (!made()) this.error("web/lessons is empty: run `python -m koloda.server.lessons web/lessons` first")
    },
  }
}

const NOT_KEPT = /^(\.vite\/|sw\.js$|index\.html$|icon-512\.png$)|\.(br|gz)$/

/** Tells the service worker what this version of the pages consists of: everything that the build made. */
export function precache() {
  return {
    name: "koloda-precache",
    apply: "build",
    writeBundle: ({ dir: folder }) => {
      const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"))
      const files = names.filter((name) => !NOT_KEPT.test(name) && statSync(join(folder, name)).isFile()).sort()
      const version = createHash("sha256")
      for (const name of ["index.html", ...files]) version.update(name).update(readFileSync(join(folder, name)))
      const worker = readFileSync(join(folder, "sw.js"), "utf8")
      writeFileSync(join(folder, "sw.js"), withFiles(worker, version.digest("hex").slice(0, 12), files))
    },
  }
}

/** The service worker with the name and the files of a version. */
export function withFiles(worker, version, files) {
  const made = worker
    .replace('const VERSION = ""', () => `const VERSION = ${JSON.stringify(version)}`)
    .replace("const FILES = []", () => `const FILES = ${JSON.stringify(files)}`)
  if (!made.includes(version)) throw new Error("sw.js names its version and its files no more")
  return made
}

const PACKED = /\.(html|js|css|svg|json|webmanifest)$/

/** Writes `name.gz` and `name.br` next to each file: the server sends them as they are. */
export function compressed() {
  return {
    name: "koloda-compressed",
    apply: "build",
    writeBundle: ({ dir: folder }) => {
      for (const name of readdirSync(folder, { recursive: true })) {
        if (!PACKED.test(name)) continue
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(
          join(folder, `${name}.br`),
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        )
      }
    },
  }
}

const SCRIPT_OR_STYLE = /<(script|style)\b[^]*?<\/\1>/g
const CONTROL = /<(?:a|button|input|select|summary|textarea)(?=[\s>])/g

/** A preprocessor for components: `<button` in line 12 becomes `<button data-source="src/Menu.svelte:12"`. */
export const sources = {
  name: "koloda-sources",
  markup({ content, filename }) {
    const file = relative(process.cwd(), filename)
    const blank = content.replace(SCRIPT_OR_STYLE, (part) => part.replace(/[^\n]/g, " "))
    let code = ""
    let done = 0
    for (const { 0: tag, index } of blank.matchAll(CONTROL)) {
      const line = content.slice(0, index).split("\n").length
      code += `${content.slice(done, index)}${tag} data-source="${file}:${line}"`
      done = index + tag.length
    }
    return { code: code + content.slice(done) }
  },
}
