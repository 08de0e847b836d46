// Says facts: reads {texts, language, facts: [{fact, reader, names}]} from standard input, writes the sentences.

import { readFileSync } from "node:fs"
import { sentence } from "../src/sentences"

const { texts, language, facts } = JSON.parse(readFileSync(0, "utf8"))
const said = facts.map(({ fact, reader, names }) => sentence(texts, language, fact, reader, names))
process.stdout.write(JSON.stringify(said))
