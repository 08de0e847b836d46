// Two small steps of the build: the drawings go into the page itself, and every text file gets packed twins.

import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** Puts the sprite at the start of the body, so that `<use href="#…">` finds its symbols without a request. */
export function sprite(file) {
  return {
    name: "koloda-sprite",
    transformIndexHtml: (html) => html.replace("<body>", () => `<body>\n${readFileSync(file, "utf8").trim()}`),
  }
}

const PACKED = /\.(html|js|css|svg|json|webmanifest)$/

/** Writes `name.gz` and `name.br` next to each file: the server sends them as they are. */
export function compressed() {
  let folder = ""
  return {
    name: "koloda-compressed",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir
    },
    closeBundle: () => {
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
