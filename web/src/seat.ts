// Sitting down: one's name, one's share of the deal, and what is noted to check the dealer afterwards.

import { doing } from "./address"
import { postJson, Refused } from "./http"
import { remember, remembered } from "./memory"
import type { Answer, NewTable, ReclaimSeat, Seated, SitDown, Start, TableInfo } from "./messages"
import type { Wanted } from "./wire.svelte"

export const LONGEST_NAME = 24

export function ownName(): string {
  return remembered("name") ?? ""
}

export function keepName(name: string): void {
  remember("name", name.trim() || null)
}

/** 32 hexadecimal digits that nobody else can know. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** A table of one's own. The nonce that counts goes with the start, when the commitment is known. */
export function openTable(wanted: Omit<NewTable, "nonce">): Promise<Seated> {
  return postJson<Seated>("/api/tables", { ...wanted, nonce: freshNonce() } satisfies NewTable)
}

/** The host's share of the deal; it is noted with the commitment before it is sent. */
export function hostsNonce(table: string, commitment: string, seat: number): string {
  const nonce = freshNonce()
  note(table, { nonce, seat, commitment })
  return nonce
}

/** The host begins at once, all seats being taken. */
export async function begin({ table, commitment, seat }: Seated): Promise<void> {
  const start: Start = { do: "start", id: freshNonce(), bot: "rule", nonce: hostsNonce(table, commitment, seat) }
  const answer = await postJson<Answer>(doing(table, 0), start)
  if (answer.failure !== null) throw new Refused(answer.failure, 200)
}

/** A command of one of several people who share this device. */
export function actFor(table: string, person: number, wanted: Wanted): Promise<Answer> {
  return postJson<Answer>(doing(table, person), { ...wanted, id: freshNonce() })
}

/** The commitment was shown before the nonce is sent: it is noted first. */
export async function sitDown(table: TableInfo, name: string, seat: number | null): Promise<Seated> {
  const nonce = freshNonce()
  const seated = await postJson<Seated>(`/api/tables/${table.id}/sit`, { name, nonce, seat } satisfies SitDown)
  note(table.id, { nonce, seat: seated.seat, commitment: table.commitment })
  return seated
}

/** By the code of a link: see `SeatLinkBox`. */
export function comeBack(table: string, code: string): Promise<Seated> {
  return postJson<Seated>(`/api/tables/${table}/seat`, { code, played_at: "" } satisfies ReclaimSeat)
}

interface Noted {
  nonce: string
  seat: number
  commitment: string
}

function note(table: string, noted: Noted): void {
  remember(`deal.${table}`, JSON.stringify(noted))
}
