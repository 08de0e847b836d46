// Was the deal fair? The sums of docs/records.md ("The dealer"), done again in the browser from the published secret.

import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { DealProof } from "./messages"

/** What this browser noted before it brought its share of the deal. */
export interface Promised {
  commitment: string
  nonce: string
  seat: number
}

export interface WrongDraw {
  /** From 1, counting draws only. */
  number: number
  text: string
  outcome: number
  /** What the secret and the nonces give instead. */
  right: number
}

export interface Verdict {
  /** Is the published secret the one that the commitment was made of? */
  secret: boolean
  /** Is the commitment the one that this browser noted before the game? null: it noted none. */
  commitment: boolean | null
  /** Did the own nonce go into the deal, in the own seat? null: none was noted. */
  nonce: boolean | null
  draws: number
  wrong: WrongDraw[]
}

export function fair(verdict: Verdict): boolean {
  return verdict.secret && verdict.commitment !== false && verdict.nonce !== false && !verdict.wrong.length
}

/** What was noted at the table before the game; null where this browser did not sit at it. */
export function remembered(table: string): Promised | null {
  try {
    return JSON.parse(localStorage.getItem(`koloda.deal.${table}`) ?? "null") as Promised | null
  } catch {
    return null
  }
}

export function verify(deal: DealProof, promised: Promised | null): Verdict {
  const secret = bytes(deal.secret)
  const nonces = deal.nonces.map(bytes)
  const draw = drawer(secret, nonces)
  const wrong: WrongDraw[] = []
  for (const [k, { outcomes, outcome, text }] of deal.draws.entries()) {
    const right = draw(k, outcomes)
    if (right !== outcome) wrong.push({ number: k + 1, text, outcome, right })
  }
  return {
    secret: secret.length === 32 && bytesToHex(sha256(concatBytes(utf8ToBytes("koloda commitment 1"), secret))) === deal.commitment,
    commitment: promised && promised.commitment === deal.commitment,
    nonce: promised && promised.nonce === deal.nonces[promised.seat],
    draws: deal.draws.length,
    wrong,
  }
}

/** Draw number k (from 0) among n outcomes: the first word below the largest multiple of n, modulo n. */
function drawer(secret: Uint8Array, nonces: Uint8Array[]): (k: number, n: number) => number {
  const all = sha256(concatBytes(...nonces.flatMap((nonce) => [number(nonce.length, 4), nonce])))
  const prefix = concatBytes(utf8ToBytes("koloda draw 1"), all)
  return (k, n) => {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(n))
    for (let attempt = 0; ; attempt++) {
      const found = hmac(sha256, secret, concatBytes(prefix, number(k, 8), number(attempt, 8)))
      const word = new DataView(found.buffer, found.byteOffset).getBigUint64(0)
      if (word < limit) return Number(word % BigInt(n))
    }
  }
}

/** Big-endian. */
function number(value: number, size: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(size))
  view.setUint32(size - 4, value)
  return new Uint8Array(view.buffer)
}

/** Whatever is no pair of digits counts as zero: then nothing agrees, and that is what is told. */
function bytes(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
