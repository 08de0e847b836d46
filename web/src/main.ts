import { mount } from "svelte"
import { at } from "./address"
import App from "./App.svelte"
import { reading } from "./language.svelte"
import "./look/tokens.css"
import "./look/cards.css"
import "./look/table.css"
import "./look/screens.css"
import "./look/shell.css"
import { applyPace } from "./motion/pace.svelte"
import { applyTheme } from "./theme.svelte"

applyTheme()
applyPace()
document.documentElement.lang = reading.language
await reading.need("common", "web", "lobby")
const target = document.getElementById("app")
if (target !== null) mount(App, { target })
// Without it everything works but the start without a network: some browsers refuse it in private windows.
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register(at("/sw.js")).catch(() => {})
