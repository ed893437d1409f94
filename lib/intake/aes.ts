/**
 * AES decryption (FIPS 197). WebCrypto has it, but not on a page without TLS, as many a desk is reached, and not in
 * the mode of Excel 2007 (ECB).
 */
export class AesDecryptor {
  private readonly keys: Uint32Array
  private readonly rounds: number

  /** @param key 16, 24 or 32 bytes */
  constructor(key: Uint8Array) {
    this.rounds = key.length / 4 + 6
    this.keys = decryptionKeys(key, this.rounds)
  }

  /** Decrypts whole blocks of 16 bytes; with `iv` each was mixed with the one before it (CBC), without none (ECB). */
  decrypt(bytes: Uint8Array, iv?: Uint8Array): Uint8Array {
    const plain = new Uint8Array(bytes.length - (bytes.length % 16))
    for (let at = 0; at < plain.length; at += 16) {
      this.block(bytes, at, plain)
      if (!iv) continue
      const before = at === 0 ? iv : bytes
      const from = at === 0 ? 0 : at - 16
      for (let i = 0; i < 16; i++) plain[at + i] = (plain[at + i] ?? 0) ^ (before[from + i] ?? 0)
    }
    return plain
  }

  private block(bytes: Uint8Array, at: number, into: Uint8Array): void {
    const { keys, rounds } = this
    let a = wordAt(bytes, at) ^ keyAt(keys, rounds * 4)
    let b = wordAt(bytes, at + 4) ^ keyAt(keys, rounds * 4 + 1)
    let c = wordAt(bytes, at + 8) ^ keyAt(keys, rounds * 4 + 2)
    let d = wordAt(bytes, at + 12) ^ keyAt(keys, rounds * 4 + 3)
    for (let from = (rounds - 1) * 4; from > 0; from -= 4) {
      const e = unmix(a, d, c, b) ^ keyAt(keys, from)
      const f = unmix(b, a, d, c) ^ keyAt(keys, from + 1)
      const g = unmix(c, b, a, d) ^ keyAt(keys, from + 2)
      d = unmix(d, c, b, a) ^ keyAt(keys, from + 3)
      a = e
      b = f
      c = g
    }
    put(into, at, unshift(a, d, c, b) ^ keyAt(keys, 0))
    put(into, at + 4, unshift(b, a, d, c) ^ keyAt(keys, 1))
    put(into, at + 8, unshift(c, b, a, d) ^ keyAt(keys, 2))
    put(into, at + 12, unshift(d, c, b, a) ^ keyAt(keys, 3))
  }
}

const { box, unbox, mixing } = makeBoxes()

/** The boxes of substitution, and the columns that undo a mixing, for each byte. */
function makeBoxes(): { box: Uint8Array; unbox: Uint8Array; mixing: Uint32Array } {
  const made = { box: new Uint8Array(256), unbox: new Uint8Array(256), mixing: new Uint32Array(256) }
  let p = 1
  let q = 1
  do {
    // p goes through all bytes as powers of 3, q as those of its inverse.
    p = p ^ doubled(p)
    q ^= q << 1
    q ^= q << 2
    q = (q ^ (q << 4)) & 0xff
    if (q & 0x80) q ^= 0x09
    const turned = q ^ rotated(q, 1) ^ rotated(q, 2) ^ rotated(q, 3) ^ rotated(q, 4)
    made.box[p] = (turned ^ 0x63) & 0xff
  } while (p !== 1)
  made.box[0] = 0x63
  for (let byte = 0; byte < 256; byte++) made.unbox[made.box[byte] ?? 0] = byte
  for (let byte = 0; byte < 256; byte++) {
    const x = made.unbox[byte] ?? 0
    const x2 = doubled(x)
    const x4 = doubled(x2)
    const x8 = doubled(x4)
    made.mixing[byte] =
      (((x8 ^ x4 ^ x2) << 24) | ((x8 ^ x) << 16) | ((x8 ^ x4 ^ x) << 8) | (x8 ^ x2 ^ x)) >>> 0
  }
  return made
}

function doubled(byte: number): number {
  return ((byte << 1) ^ (byte & 0x80 ? 0x1b : 0)) & 0xff
}

function rotated(byte: number, by: number): number {
  return ((byte << by) | (byte >> (8 - by))) & 0xff
}

const keyAt = (keys: Uint32Array, at: number): number => keys[at] ?? 0
const boxed = (word: number, by: number, table: Uint8Array): number => table[(word >>> by) & 0xff] ?? 0

function unmix(a: number, b: number, c: number, d: number): number {
  const second = mixing[(b >>> 16) & 0xff] ?? 0
  const third = mixing[(c >>> 8) & 0xff] ?? 0
  const fourth = mixing[d & 0xff] ?? 0
  return (
    (mixing[a >>> 24] ?? 0) ^
    ((second >>> 8) | (second << 24)) ^
    ((third >>> 16) | (third << 16)) ^
    ((fourth >>> 24) | (fourth << 8))
  )
}

function unshift(a: number, b: number, c: number, d: number): number {
  return (
    (boxed(a, 24, unbox) << 24) | (boxed(b, 16, unbox) << 16) | (boxed(c, 8, unbox) << 8) | boxed(d, 0, unbox)
  )
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)
  )
}

function put(into: Uint8Array, at: number, word: number): void {
  into[at] = word >>> 24
  into[at + 1] = word >>> 16
  into[at + 2] = word >>> 8
  into[at + 3] = word
}

function decryptionKeys(key: Uint8Array, rounds: number): Uint32Array {
  const size = key.length / 4
  const keys = new Uint32Array((rounds + 1) * 4)
  let constant = 1
  for (let i = 0; i < keys.length; i++) {
    if (i < size) {
      keys[i] = wordAt(key, i * 4)
      continue
    }
    let word = keyAt(keys, i - 1)
    if (i % size === 0) {
      word = substituted((word << 8) | (word >>> 24)) ^ (constant << 24)
      constant = doubled(constant)
    } else if (size > 6 && i % size === 4) word = substituted(word)
    keys[i] = keyAt(keys, i - size) ^ word
  }
  for (let i = 4; i < rounds * 4; i++) {
    const word = substituted(keyAt(keys, i))
    keys[i] = unmix(word, word, word, word)
  }
  return keys
}

function substituted(word: number): number {
  return (
    (boxed(word, 24, box) << 24) |
    (boxed(word, 16, box) << 16) |
    (boxed(word, 8, box) << 8) |
    boxed(word, 0, box)
  )
}
