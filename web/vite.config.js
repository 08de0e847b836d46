import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vite"
import { compressed, drawingsOf, gameTexts, sources, sprites } from "./plugins.js"

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte({ preprocess: mode === "sources" ? [sources] : [] }),
    sprites("src/look/cards.svg", ...drawingsOf("src/games")),
    gameTexts("../src/koloda/games"),
    compressed(),
  ],
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
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}))
