// The rule pages of this server, fetched once.

import { getTextOrKept } from "../../offline/kept"
import type { Language } from "../../sentences"

const pages = new Map<string, Promise<string>>()

export function ruleText(language: Language, game: string): Promise<string> {
  const path = `/api/rules/${language}/${game}`
  let page = pages.get(path)
  if (page === undefined) {
    page = getTextOrKept("documents", path)
    pages.set(path, page)
    page.catch(() => pages.delete(path))
  }
  return page
}
