/** A bot by its number or else its level alone: "Bot 2" for "Bot 2 · Master", "Master" for "Bot · Master". */
export function shortened(name: string): string {
  const [first = "", ...rest] = name.split(" · ")
  return rest.length === 0 || /\d/.test(first) ? first : rest.join(" · ")
}
