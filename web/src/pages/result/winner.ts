import type { View } from "../../messages"
import { say, tell } from "../../text"

/** Who won, in words for the reader: "Anna wins". */
export function winnerTitle({ winners, seat }: Pick<View, "winners" | "seat">, names: string[]): string {
  const [first, ...others] = winners ?? []
  if (first !== undefined && !others.length) return say({ key: "web_pages.won", args: { player: first } }, seat, names)
  const named = (winner: number) => (winner === seat ? tell("web_pages.you") : (names[winner] ?? ""))
  return tell("web_pages.won_together", { players: (winners ?? []).map(named) })
}
