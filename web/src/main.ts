import { mount } from "svelte"
import App from "./App.svelte"
import { reading } from "./language.svelte"
import "./look/tokens.css"
import "./look/cards.css"
import "./look/table.css"
import "./look/screens.css"
import "./look/shell.css"
import { applyPace } from "./motion/pace.svelte"
import { watchNetwork } from "./offline/network.svelte"
import { installWorker } from "./offline/worker"
import { applyTheme } from "./theme.svelte"

applyTheme()
applyPace()
watchNetwork()
document.documentElement.lang = reading.language
await reading.need("common", "web", "lobby")
const target = document.getElementById("app")
if (target !== null) mount(App, { target })
if (import.meta.env.PROD) installWorker()
