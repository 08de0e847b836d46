// Playing by keyboard: letters for actions. For the cards of a hand see arrows.ts.

const TYPING = "input, textarea, select, [contenteditable]"

/** "T" for that key in any keyboard layout, or "Enter"; null where the key is for something else. */
export function letter(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return null
  const target = event.target as Element | null
  if (target?.closest(TYPING) || document.querySelector("dialog[open]")) return null
  if (event.key === "Enter") return target?.closest("button, a") ? null : "Enter"
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : null
}
