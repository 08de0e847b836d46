import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vite"
import { compressed, drawingsOf, gameTexts, lessons, precache, sources, sprites } from "./plugins.js"

const BASE =
  /node_modules\/svelte\/|\/src\/(lobby\/setup\.svelte|motion\/(pace\.svelte|tempo)|offline\/(kept|network\.svelte|worker)|pages\/result\/rematch|table\/clock|(access|language|own|router|theme)\.svelte|address|http|memory|names|numbers|ownGames|patience|seat|sentences|text)\.ts$|\/src\/parts\/(Icon|LanguageSwitch|Link|Note|SettingsSheet|ThemeSwitch|Token|Wordmark)\.svelte$/
// What pages with forms and sheets share, and what pages with a table do.
const PARTS =
  /\/src\/(parts\/|lobby\/optionTexts|learn\/(lessons|LessonLink)|share|table\/(Comparison|hints|hintWords|moveNames|notify))/
const TABLE = /\/src\/(explain|learn|motion|table|talk)\/|\/src\/(games\/\w+|socket|touched|wire)\.\w+/
const PADS = /\/src\/score\//
const PICTURES = /\/lobby\/pictures|\/tile\.svg/

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
      // What several pages need comes in few files: a table would consist of fifty small ones, and the headers alone
      // would weigh as much as a page. The lobby gets little that only other pages need.
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            { name: "pictures", test: PICTURES },
            { name: "parts", test: PARTS, minShareCount: 2 },
            { name: "table", test: TABLE, minShareCount: 3 },
            { name: "pads", test: PADS, minShareCount: 3 },
          ],
        },
      },
    },
  },
}))
