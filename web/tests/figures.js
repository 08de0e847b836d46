// Reads views and texts on standard input, writes what the generic table shows of each; for tests/server/test_plugin.py.

import { readFileSync } from "node:fs"
import { figures } from "../src/generic/figures"

const { views, texts, names } = JSON.parse(readFileSync(0, "utf8"))
process.stdout.write(JSON.stringify(views.map((view) => figures(view, texts, names))))
