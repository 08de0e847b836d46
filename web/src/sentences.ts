// Sentences from facts: the same as src/koloda/core/text.py, word for word.

import type { Fact } from "./messages"

export type Language = "en" | "ru"
export const LANGUAGES: readonly Language[] = ["en", "ru"]

/** Texts by key: "common.wins". */
export type Catalogue = Record<string, string>

type Arg = NonNullable<Fact["args"]>[string]

const SLOT = /\{(\w+)(?::([^{}]*))?\}/g
const SEATS = new Set(["player", "other"])
const SCORES = new Set(["points", "score", "total"])

/** The sentence of a fact. `reader` is the seat that is addressed as "you"; `names` are the players' by seat. */
export function sentence(
  texts: Catalogue,
  language: Language,
  fact: Fact,
  reader: number | null = null,
  names: readonly string[] = [],
): string {
  const args = fact.args ?? {}
  const key = variant(texts, fact, reader)
  const text = texts[key]
  if (text === undefined) throw new Error(`There is no text for "${key}".`)

  const show = (name: string, value: Arg): string => {
    if (Array.isArray(value)) return value.map((item) => show(name, item)).join(", ")
    if (typeof value === "object") return sentence(texts, language, value, reader, names)
    if (typeof value === "number" && SEATS.has(name))
      return names[value] ?? sentence(texts, language, { key: "common.seat", args: { seat: value + 1 } })
    return SCORES.has(name) ? String(value).replace("-", "−") : String(value)
  }
  return text.replace(SLOT, (_, written: string, forms?: string) => {
    const name = written.charAt(0).toLowerCase() + written.slice(1)
    const value = args[name]
    if (value === undefined) throw new Error(`"${key}" needs {${name}}.`)
    if (forms !== undefined) return plural(language, Number(value), forms.split("|"))
    const shown = show(name, value)
    return name === written ? shown : shown.charAt(0).toUpperCase() + shown.slice(1)
  })
}

/** The key of the text that fits a fact best. */
function variant(texts: Catalogue, fact: Fact, reader: number | null): string {
  let key = fact.key
  for (const [name, value] of Object.entries(fact.args ?? {}))
    if (typeof value !== "object" && `${key}.${name}_${value}` in texts) key += `.${name}_${value}`
  return reader !== null && fact.args?.player === reader && `${key}.you` in texts ? `${key}.you` : key
}

/** In which order a text gives the forms of a word. */
const FORMS: Record<Language, Intl.LDMLPluralRule[]> = { en: ["one", "other"], ru: ["one", "few", "many"] }
const RULES: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules("en"), ru: new Intl.PluralRules("ru") }

/** The form that goes with the number: one, many in English; one, few, many in Russian. */
export function plural(language: Language, number: number, forms: readonly string[]): string {
  return forms[FORMS[language].indexOf(RULES[language].select(Math.abs(number)))] ?? ""
}
