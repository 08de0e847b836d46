import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vite"
import { compressed, sprite } from "./plugins.js"

export default defineConfig({
  plugins: [svelte(), sprite("src/look/cards.svg"), compressed()],
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
})
