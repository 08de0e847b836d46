import { readFile } from "node:fs/promises"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { transform } from "rolldown/utils"

/** Vite's own: without it nothing is found. */
const GLOB = /import\.meta\.glob(<[^(]*>)?\(/g

export async function resolve(specifier, context, next) {
  if (specifier.startsWith(".") && context.parentURL !== undefined) {
    const url = new URL(`${specifier}.ts`, context.parentURL)
    if (existsSync(fileURLToPath(url))) return { url: url.href, shortCircuit: true, format: "module" }
  }
  return next(specifier, context)
}

export async function load(url, context, next) {
  if (url.endsWith(".svelte")) return { format: "module", source: `export default "${named(url)}"`, shortCircuit: true }
  if (!url.endsWith(".ts")) return next(url, context)
  const source = await readFile(new URL(url), "utf8")
  const plain = await transform(fileURLToPath(url), source.replace(GLOB, "(() => ({}))("), {
    typescript: { onlyRemoveTypeImports: true },
  })
  if (plain.errors.length > 0) throw new Error(`${url}: ${plain.errors[0].message}`)
  const code = url.endsWith(".svelte.ts") ? await compiled(plain.code, url) : plain.code
  return { format: "module", source: code, shortCircuit: true }
}

/** A component is not drawn here: its name stands for it. */
function named(url) {
  return url.slice(url.lastIndexOf("/") + 1, -".svelte".length)
}

async function compiled(code, url) {
  const { compileModule } = await import("svelte/compiler") // only here: it takes long to load
  return compileModule(code, { filename: url }).js.code
}
