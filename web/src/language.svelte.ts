// The reader's language, and the texts that were fetched for it, area by area.

import { untrack } from "svelte"
import { Refused } from "./http"
import { LANGUAGES, type Catalogue, type Language } from "./sentences"
import { remembered, remember } from "./memory"
import { getJsonOrKept } from "./offline/kept"

const FILES = import.meta.glob<Record<string, string>>(
  [
    "../../src/koloda/locale/*/*.json",
    "!../../src/koloda/locale/*/{admin,arena,balance,bots,cli,envs,external_bots,puzzle,review,screen,simulate,terminal}.json",
    "../../src/koloda/games/*/locale/*.json",
  ],
  { import: "default" },
)

/** What the lobby says of the games that come along, by full key. */
const LOBBY: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:lobby-texts/en"),
  ru: () => import("virtual:lobby-texts/ru"),
}

class Reading {
  language: Language = $state(preferred())
  /** Texts of the current language that are here already. */
  texts: Catalogue = $state.raw({})
  /** Areas that were asked for, each with the moment it is here. */
  #areas = new Map<string, Promise<void>>()
  #here = new Set<string>()
  #fetching = 0

  /** Fetches the texts of these areas ("web", "lobby", a game's, ...), now and after each change of language. */
  async need(...areas: string[]): Promise<void> {
    const missing = areas.filter((area) => !this.#areas.has(area))
    if (missing.length) {
      this.#busy(1)
      const fetched = this.#fetch(missing)
      for (const area of missing) this.#areas.set(area, fetched)
      fetched.catch(() => missing.forEach((area) => this.#areas.delete(area))).finally(() => this.#busy(-1))
    }
    await Promise.all(areas.map((area) => this.#areas.get(area)))
  }

  /** Are an area's texts here? If not, they are fetched. */
  knows(area: string): boolean {
    if (!this.#here.has(area)) this.need(area).catch(() => undefined)
    return this.#here.has(area)
  }

  async speak(language: Language): Promise<void> {
    remember("language", language)
    const found = await catalogue(language, [...this.#areas.keys()])
    this.texts = found
    this.language = language
    document.documentElement.lang = language
  }

  /** While texts are fetched, parts of the page may be empty: screen readers are told to wait. */
  #busy(more: number): void {
    this.#fetching += more
    document.documentElement.ariaBusy = this.#fetching ? "true" : null
  }

  async #fetch(areas: string[]): Promise<void> {
    // Whoever asks needs the texts once: a change of language brings the new ones by itself.
    const language = untrack(() => this.language)
    const found = await catalogue(language, areas)
    const right = language === this.language ? found : await catalogue(this.language, areas)
    this.texts = { ...this.texts, ...right }
    for (const area of areas) this.#here.add(area)
  }
}

export const reading = new Reading()

function preferred(): Language {
  const kept = remembered("language")
  const wanted = kept === null ? navigator.languages : [kept]
  for (const tag of wanted)
    for (const language of LANGUAGES) if (tag.toLowerCase().startsWith(language)) return language
  return "en"
}

async function catalogue(language: Language, areas: string[]): Promise<Catalogue> {
  const parts = await Promise.all(
    areas.map(async (area) => {
      if (area === "lobby") return Object.entries((await LOBBY[language]()).default)
      const fetchArea =
        FILES[`../../src/koloda/locale/${language}/${area}.json`] ??
        FILES[`../../src/koloda/games/${area}/locale/${language}.json`]
      const texts = fetchArea === undefined ? await textsOfGame(language, area) : await fetchArea()
      return Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const)
    }),
  )
  return Object.fromEntries(parts.flat())
}

/** The texts of a game of another package: the pages do not hold them, the server has them. */
async function textsOfGame(language: Language, game: string): Promise<Record<string, string>> {
  try {
    return await getJsonOrKept("documents", `/api/texts/${language}/${game}`)
  } catch (refused) {
    if (refused instanceof Refused && refused.status === 404) return {}
    throw refused
  }
}
