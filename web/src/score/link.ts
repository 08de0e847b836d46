// A score sheet in a link: the part of the address after "#", which no server sees.

import type { ScoreSheet, Values } from "./sheet"

/** What a link gives away: everything but the taps. */
export type SharedSheet = Pick<ScoreSheet, "game" | "names" | "options" | "written" | "draft">

export const LINK = "s."
const PACKED = "z"
const PLAIN = "p"
/** Characters of a link, and bytes of a sheet. */
const LONGEST = 24_000
const LARGEST = 65_536
const MOST_ENTRIES = 1500
const MOST_DRAFTS = 20
const MOST_NAMES = 16
const MOST_FIELDS = 8
const MOST_VALUES = 64

export async function encoded({ game, names, options, written, draft }: SharedSheet): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ game, names, options, written, draft }))
  const packed = await through(bytes, () => new CompressionStream("deflate-raw"), Infinity)
  return LINK + (packed === null ? PLAIN + base64(bytes) : PACKED + base64(packed))
}

/** The sheet of a link; null if it is none, or too large. */
export async function decoded(text: string): Promise<SharedSheet | null> {
  if (!text.startsWith(LINK) || text.length > LONGEST) return null
  const kind = text[LINK.length]
  const bytes = unbase64(text.slice(LINK.length + 1))
  if (bytes === null || (kind !== PLAIN && kind !== PACKED)) return null
  const plain = kind === PLAIN ? bytes : await through(bytes, () => new DecompressionStream("deflate-raw"), LARGEST)
  if (plain === null || plain.length > LARGEST) return null
  try {
    return checkedSheet(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain)))
  } catch {
    return null
  }
}

/** A sheet whose parts have the right shape; what is in them, the server checks. */
export function checkedSheet(found: unknown): ScoreSheet | null {
  if (!isObject(found)) return null
  const { game, names, options, written, draft, taps = [] } = found
  if (typeof game !== "string" || !/^[\w-]{1,40}$/.test(game)) return null
  if (!Array.isArray(names) || names.length === 0 || names.length > MOST_NAMES || !names.every(isName)) return null
  if (!isObject(options) || !Object.values(options).every((value) => typeof value === "string")) return null
  if (!Array.isArray(written) || !written.every(isDraft) || written.flat().length > MOST_ENTRIES) return null
  if (!isDraft(draft) || !Array.isArray(taps) || !taps.every((tap) => isTap(tap, written.length))) return null
  return { id: "", game, names, options: options as Record<string, string>, written, draft, taps }
}

function isObject(found: unknown): found is Record<string, unknown> {
  return typeof found === "object" && found !== null && !Array.isArray(found)
}

function isName(found: unknown): found is string {
  return typeof found === "string" && found.length <= 40
}

function isDraft(found: unknown): found is Values[] {
  return Array.isArray(found) && found.length <= MOST_DRAFTS && found.every(isValues)
}

function isValues(found: unknown): found is Values {
  return isObject(found) && Object.keys(found).length <= MOST_FIELDS && Object.values(found).every(isValue)
}

function isValue(found: unknown): boolean {
  return isPlain(found) || (Array.isArray(found) && found.length <= MOST_VALUES && found.every(isPlain))
}

function isPlain(found: unknown): boolean {
  return Number.isSafeInteger(found) || (typeof found === "string" && found.length <= 200)
}

function isTap(found: unknown, most: number): found is ScoreSheet["taps"][number] {
  return isObject(found) && Number.isInteger(found.written) && Number(found.written) <= most && isDraft(found.draft)
}

/** Bytes through a (de)compressor; null where the browser has none, or where more than `most` come out. */
async function through(bytes: Uint8Array<ArrayBuffer>, make: () => GenericTransformStream, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (typeof CompressionStream === "undefined") return null
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const reader = (new Blob([bytes]).stream().pipeThrough(make()) as ReadableStream<Uint8Array>).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length
      if (size > most) {
        await reader.cancel()
        return null
      }
      parts.push(part.value)
    }
  } catch {
    return null
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function base64(bytes: Uint8Array): string {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

function unbase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
