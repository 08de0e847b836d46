// Whether the server can be reached, as far as this page knows: every request tells.

interface Network {
  /** The last request got no answer, or the device says that it has no network. */
  lost: boolean
}

export const network: Network = $state({ lost: false })

/** Believes the device when it says that there is no network; that there is one again, only an answer shows. */
export function watchNetwork(): void {
  network.lost = !navigator.onLine
  addEventListener("offline", () => (network.lost = true))
}

/** Does the browser offer service workers, notices and the rest? On safe addresses only: https, or this machine. */
export function safeAddress(): boolean {
  return isSecureContext
}
