// The reader's language, and the texts that were fetched for it, area by area.

import { LANGUAGES, type Catalogue, type Language } from "./sentences"
import { remembered, remember } from "./memory"

const FILES = import.meta.glob<Record<string, string>>(
  "../../src/koloda/locale/*/{common,dobro,errors,http,mind_up,no_thanks,server,tugriki,web*}.json",
  { import: "default" },
)

class Reading {
  language: Language = $state(preferred())
  /** Texts of the current language that are here already. */
  texts: Catalogue = $state.raw({})
  #areas = new Set<string>()

  /** Fetches the texts of these areas ("web", "dobro", ...), now and after each change of language. */
  async need(...areas: string[]): Promise<void> {
    const missing = areas.filter((area) => !this.#areas.has(area))
    for (const area of missing) this.#areas.add(area)
    const found = await catalogue(this.language, missing)
    this.texts = { ...this.texts, ...found }
  }

  /** Fetches what a sentence needs if it is not here yet; says whether it is. */
  knows(area: string): boolean {
    if (this.#areas.has(area)) return true
    void this.need(area)
    return false
  }

  async speak(language: Language): Promise<void> {
    remember("language", language)
    const found = await catalogue(language, [...this.#areas])
    this.texts = found
    this.language = language
    document.documentElement.lang = language
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
      const fetchArea = FILES[`../../src/koloda/locale/${language}/${area}.json`]
      const texts = fetchArea === undefined ? {} : await fetchArea()
      return Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const)
    }),
  )
  return Object.fromEntries(parts.flat())
}
