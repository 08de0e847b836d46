// SHA-256 and HMAC. Browsers keep their own for encrypted connections; at a table in the home network there is none.

const K = constants((prime) => Math.cbrt(prime), 64)
const START = constants((prime) => Math.sqrt(prime), 8)

export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const message = join(...parts)
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", message))
  return digest(message)
}

export async function hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? await sha256(key) : key)
  return sha256(
    block.map((byte) => byte ^ 0x5c),
    await sha256(block.map((byte) => byte ^ 0x36), message),
  )
}

/** SHA-256 without the browser's help (FIPS 180-4). */
export function digest(message: Uint8Array): Uint8Array {
  const length = (message.length + 9 + 63) & ~63
  const padded = new Uint8Array(length)
  padded.set(message)
  padded[message.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setUint32(length - 8, Math.floor(message.length / 0x2000_0000))
  words.setUint32(length - 4, message.length << 3)
  const hash = Uint32Array.from(START)
  for (let at = 0; at < length; at += 64) compress(hash, words, at)
  const out = new DataView(new ArrayBuffer(32))
  hash.forEach((word, i) => out.setUint32(4 * i, word))
  return new Uint8Array(out.buffer)
}

function compress(hash: Uint32Array, words: DataView, at: number): void {
  const w = new Uint32Array(64)
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      w[i] = words.getUint32(at + 4 * i)
      continue
    }
    const near = w[i - 2]!
    const far = w[i - 15]!
    const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word))
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** The first 32 bits behind the point, of a root of each of the first primes. */
function constants(root: (prime: number) => number, count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n)
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32))
}

export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
