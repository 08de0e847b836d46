// The rule pages of this server, fetched once.

import { at } from "../../address"
import { Refused } from "../../http"
import type { Language } from "../../sentences"

const pages = new Map<string, Promise<string>>()

export function ruleText(language: Language, game: string): Promise<string> {
  const path = `/api/rules/${language}/${game}`
  let page = pages.get(path)
  if (page === undefined) {
    page = fetched(path)
    pages.set(path, page)
    page.catch(() => pages.delete(path))
  }
  return page
}

async function fetched(path: string): Promise<string> {
  const response = await fetch(at(path)).catch(() => null)
  if (response === null) throw refused("web.unreachable", 0)
  if (!response.ok) throw refused("web.unavailable", response.status)
  return response.text()
}

function refused(key: string, status: number): Refused {
  return new Refused({ code: "unavailable", detail: { key, args: { status } }, retry_after: null }, status)
}
