// Playing by keyboard: letters and numbers for actions. For the cards of a hand see arrows.ts.

const TYPING = "input, textarea, select, [contenteditable]"

/** "1" for that key in any keyboard layout, also of the number pad; null where the key is for something else. */
export function digit(event: KeyboardEvent): string | null {
  return free(event) && /^(Digit|Numpad)[0-9]$/.test(event.code) ? event.code.slice(-1) : null
}

/** "T" for that key in any keyboard layout, or "Enter"; null where the key is for something else. */
export function letter(event: KeyboardEvent): string | null {
  if (!free(event)) return null
  if (event.key === "Enter") return (event.target as Element | null)?.closest("button, a") ? null : "Enter"
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : null
}

/** Is a key the table's, and not part of a typed text, a shortcut or a dialog? */
function free(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false
  return !(event.target as Element | null)?.closest(TYPING) && !document.querySelector("dialog[open]")
}
