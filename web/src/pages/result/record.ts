/** What a game's record is called when it is kept: as the server calls it. */
export function recordFile(id: string): string {
  return `${id}.koloda`
}
