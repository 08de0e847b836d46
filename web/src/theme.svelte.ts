// Light or dark: as the system has it, unless one has chosen.

import { remember, remembered } from "./memory"

export type Theme = "system" | "light" | "dark"
const THEMES: readonly Theme[] = ["system", "light", "dark"]

function kept(): Theme {
  const found = remembered("theme")
  return THEMES.find((theme) => theme === found) ?? "system"
}

let chosen: Theme = $state(kept())

export function theme(): Theme {
  return chosen
}

export function chooseTheme(next: Theme): void {
  chosen = next
  remember("theme", next === "system" ? null : next)
  applyTheme()
}

export function applyTheme(): void {
  if (chosen === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}
