import type { Ranking, View } from "../../messages"

/** How the tie for the first place was broken, or why it was not; null where nobody tied. */
export function tiesOf(view: View): Ranking | null {
  return view.ranking?.criteria[0]?.compared.length ? view.ranking : null
}
