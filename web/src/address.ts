// Addresses of this server. It may be under a path of its host, such as https://example.org/koloda.

/** The path under which the server is, without a slash at its end: the built scripts lie in `assets` below it. */
export const BASE = baseOf(import.meta.url)

export function baseOf(script: string): string {
  const { protocol, pathname } = new URL("..", script)
  return protocol.startsWith("http") ? pathname.replace(/\/$/, "") : ""
}

/** The address of a path on this server: `/t/k3mz8w2p` is `/koloda/t/k3mz8w2p` there. */
export function at(path: string): string {
  return BASE + path
}

/** The path on this server that an address names. */
export function pathOf(address: string): string {
  return address === BASE || address.startsWith(`${BASE}/`) ? address.slice(BASE.length) || "/" : address
}

/** Where commands are posted; `person` is one of several people who share this device, counted from 0. */
export function doing(table: string, person?: number): string {
  return `/api/tables/${table}/do${person === undefined ? "" : `?person=${person}`}`
}
