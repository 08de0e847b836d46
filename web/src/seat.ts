// Sitting down: one's name, one's share of the deal, and what is noted to check the dealer afterwards.

import { postJson } from "./http"
import { remember, remembered } from "./memory"
import type { NewTable, Seated, SitDown, TableInfo } from "./messages"

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

export async function openTable(wanted: Omit<NewTable, "nonce">): Promise<Seated> {
  const nonce = freshNonce()
  const seated = await postJson<Seated>("/api/tables", { ...wanted, nonce } satisfies NewTable)
  note(seated.table, { nonce, seat: seated.seat, commitment: "" })
  return seated
}

/** The commitment was shown before the nonce is sent: it is noted first. */
export async function sitDown(table: TableInfo, name: string, seat: number | null): Promise<Seated> {
  const nonce = freshNonce()
  const seated = await postJson<Seated>(`/api/tables/${table.id}/sit`, { name, nonce, seat } satisfies SitDown)
  note(table.id, { nonce, seat: seated.seat, commitment: table.commitment })
  return seated
}

export function comeBack(table: string, token: string): Promise<Seated> {
  return postJson<Seated>(`/api/tables/${table}/seat`, { token })
}

interface Noted {
  nonce: string
  seat: number
  commitment: string
}

function note(table: string, noted: Noted): void {
  remember(`deal.${table}`, JSON.stringify(noted))
}

/** Whoever opens a table is shown its commitment with the first news: that one is noted, and no later one. */
export function noteCommitment(table: TableInfo): void {
  const kept = remembered(`deal.${table.id}`)
  if (kept === null) return
  const noted = JSON.parse(kept) as Noted
  if (noted.commitment === "") note(table.id, { ...noted, commitment: table.commitment })
}
