// The types of the messages, from their JSON Schema: `python -m koloda.server.schema | npm run types`. Those that belong
// to one game go into the game's own folder.

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compile } from "json-schema-to-typescript"

const REF = "#/$defs/"
const OPTIONS = { additionalProperties: false, ignoreMinAndMaxItems: true, style: { bracketSpacing: true, semi: false, printWidth: 120 } }
const NOTE = "// Made by `make web` from the structs of the server and of the games: not to be edited."

const { $defs: all } = JSON.parse(readFileSync(0, "utf8"))
const folder = process.argv[2]

/** The types that a part of a schema names. */
function named(schema) {
  if (typeof schema !== "object" || schema === null) return []
  if (typeof schema.$ref === "string") return [schema.$ref.slice(REF.length)]
  return Object.values(schema).flatMap(named)
}

/** These types, and all that they are made of. */
function reached(names) {
  const found = new Set()
  const left = [...names]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue
    found.add(name)
    left.push(...named(all[name]))
  }
  return new Set(Object.keys(all).filter((name) => found.has(name)))
}

/** The same schema, with types that are imported in place of references to `imported`. */
function importing(schema, imported) {
  if (typeof schema !== "object" || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((item) => importing(item, imported))
  const name = schema.$ref?.slice(REF.length)
  if (imported.has(name)) return { tsType: name }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, importing(value, imported)]))
}

/** A file with these types; `imported` ones come from the file of all games. */
async function write(file, root, names, imported = new Set()) {
  const used = [...names].flatMap((name) => named(all[name])).filter((name) => imported.has(name))
  const from = used.length ? `\nimport type { ${[...new Set(used)].sort().join(", ")} } from "../../messages"\n` : ""
  const $defs = Object.fromEntries([...names].map((name) => [name, importing(all[name], imported)]))
  const text = await compile({ ...root, $defs }, root.title, { ...OPTIONS, bannerComment: `${NOTE}\n${from}` })
  const path = join(folder, file)
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text)
}

const games = new Set(Object.values(all).flatMap((schema) => schema["x-game"] ?? []))
const typesOf = (game) => Object.keys(all).filter((name) => all[name]["x-game"] === game)
const inGames = reached([...games].flatMap(typesOf))
const shared = reached(Object.keys(all).filter((name) => !inGames.has(name)))

/** Any of those that are no part of another: so all are reached. */
function union(names) {
  const parts = new Set([...names].flatMap((name) => named(all[name])))
  return { title: "Message", anyOf: [...names].filter((name) => !parts.has(name)).map((name) => ({ $ref: REF + name })) }
}

await write("messages.ts", union(shared), shared)
for (const game of games) {
  const own = new Set([...reached(typesOf(game))].filter((name) => !shared.has(name)))
  await write(`games/${game}/messages.ts`, union(own), own, shared)
}
