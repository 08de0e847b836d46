/** What a game's record is called when it is kept. */
export function recordFile(game: string, id: string): string {
  return `${game}-${id}.koloda`
}
