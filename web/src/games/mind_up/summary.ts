// The rules on one page.

import "./look.css"
import type { SummaryPictures } from "../summaries"
import Picture from "./Picture.svelte"

export const pictures: SummaryPictures = { Picture, look: "mu-summary" }
