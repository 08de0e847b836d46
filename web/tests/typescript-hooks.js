import { readFile } from "node:fs/promises"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { compileModule } from "svelte/compiler"
import ts from "typescript"

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
  if (!url.endsWith(".ts")) return next(url, context)
  const source = await readFile(new URL(url), "utf8")
  const { outputText } = ts.transpileModule(source.replace(GLOB, "(() => ({}))("), {
    fileName: url,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  })
  const code = url.endsWith(".svelte.ts") ? compileModule(outputText, { filename: url }).js.code : outputText
  return { format: "module", source: code, shortCircuit: true }
}
