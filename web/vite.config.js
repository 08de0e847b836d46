import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vite"
import { compressed, drawingsOf, gameTexts, lessons, precache, sources, sprites } from "./plugins.js"

const BASE =
  /node_modules\/svelte\/|\/src\/(offline\/(kept|network\.svelte|worker)|(access|language|own|router|theme)\.svelte|address|http|memory|names|numbers|ownGames|seat|sentences|text)\.ts$|\/src\/parts\/(Icon|LanguageSwitch|Link|Note|ThemeSwitch|Token|Wordmark)\.svelte$/

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte({ preprocess: mode === "sources" ? [sources] : [] }),
    sprites("src/look/cards.svg", ...drawingsOf("src/games")),
    gameTexts("../src/koloda/games"),
    lessons("lessons"),
    precache(),
    compressed(),
  ],
  experimental: {
    // The page is served under several addresses, so it names its files from the root, and the server puts its own path
    // before them. Scripts and styles find theirs next to themselves, wherever that is.
    renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  json: { stringify: true },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  build: {
    target: "es2022",
    outDir: "../src/koloda/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // What every page needs comes in one file: with twenty small ones, the headers alone would weigh as much as a page.
      output: { codeSplitting: { groups: [{ name: "base", test: BASE }] } },
    },
  },
}))
