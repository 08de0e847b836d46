// Lets Node run the sources as they are: types are taken out, runes compiled, and "./text" finds text.ts.

import { register } from "node:module"

register("./typescript-hooks.js", import.meta.url)
