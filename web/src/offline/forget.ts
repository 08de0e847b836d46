// "Forget this device": what it keeps for times without a network, and its notices.

import { forgetNotices } from "../table/notify.svelte"
import { forgetKept } from "./kept"
import { forgetRules } from "./prefetch"

/** Nobody who uses this device later finds a game that was played on it. The pages themselves stay. */
export async function forgetOffline(): Promise<void> {
  await forgetKept()
  forgetRules()
  await forgetNotices()
}
