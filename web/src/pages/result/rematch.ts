// The way to the table of the rematch: one's seat there has the same token.

import { getJson, postJson } from "../../http"
import type { Seated } from "../../messages"
import { go } from "../../router.svelte"

export async function follow(table: string, next: string, seated: boolean): Promise<void> {
  if (seated) {
    const { token } = await getJson<Seated>(`/api/tables/${table}/seat`)
    await postJson<Seated>(`/api/tables/${next}/seat`, { token })
  }
  go(`/t/${next}`)
}
