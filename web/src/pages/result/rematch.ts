// The way to the table of the rematch: one's seat there has the same token, which only the server can read.

import { postJson } from "../../http"
import type { ReclaimSeat, Seated } from "../../messages"
import { go } from "../../router.svelte"

export async function follow(table: string, next: string, seated: boolean): Promise<void> {
  if (seated) await postJson<Seated>(`/api/tables/${next}/seat`, { code: "", played_at: table } satisfies ReclaimSeat)
  go(`/t/${next}`)
}
