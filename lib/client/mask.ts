import 'server-only'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readUnit, unitsOf } from './mask-escapes'

/** Shorter credentials are not masked: they may occur in a response by chance. In characters, like all lengths here. */
const MIN_SECRET_LENGTH = 8
/** A piece of a credential is masked from this length on. */
const MIN_PIECE_LENGTH = 12
/** The same in base64: twelve bytes, wherever they begin, fill at least fifteen characters of it completely. */
const MIN_BASE64_PIECE_LENGTH = 15

/** Bytes that are searched before the event loop runs other work. */
const CHUNK_BYTES = 256 * 1024

/** Credentials of a connection. */
interface Credentials {
  readonly accessToken?: string | undefined
  readonly secretKey?: string | undefined
}

/** Overwrites credentials with as many asterisks as they have bytes. */
export interface SecretMask {
  /** Overwrites in place. @returns `bytes` */
  bytes(bytes: Buffer): Promise<Buffer>
  text(text: string): string
}

/**
 * Masks the credentials of a connection where a service sends them back: responses are stored and shown. A credential
 * is found as it is, escaped as in JSON (`\/`, `\u0041`, also nested), percent-encoded (also twice), with HTML
 * character references, in base64 (each alignment, both alphabets, with and without padding), and cut to twelve
 * characters or more. Time is linear in the size of the response.
 *
 * Three things resemble credentials and stay as they are, so that the response keeps its meaning (docs/decisions/0058):
 * digits, with dots and dashes, that are only a piece of a credential; digits that are a bare number in JSON; and
 * property names made of letters.
 */
export function secretMask({ accessToken, secretKey }: Credentials): SecretMask {
  const secrets = [accessToken, secretKey].filter(
    (secret): secret is string => secret !== undefined && secret.length >= MIN_SECRET_LENGTH,
  )
  const patterns = cachedPatterns(secrets)
  return {
    async bytes(bytes) {
      const search = new Search(bytes, patterns, secrets)
      while (!search.advance(CHUNK_BYTES)) await nextTurn()
      return bytes
    },
    text(text) {
      const bytes = Buffer.from(text)
      new Search(bytes, patterns, secrets).advance(bytes.length)
      return bytes.toString()
    },
  }
}

/** What a search looks for. */
interface Patterns {
  /** Credentials and the base64 characters that they determine, as units. */
  readonly all: readonly Uint8Array[]
  /** Lengths of the pieces that are masked. */
  readonly lengths: readonly number[]
  /** By hash of a piece: the pattern's index and where in it the piece ends. */
  readonly ends: ReadonlyMap<number, readonly (readonly [pattern: number, end: number])[]>
  /** Bloom filter of the grams of all patterns: nearly every unit of a response stops here. */
  readonly mayHave: Uint8Array
}

/** Sets of credentials whose patterns are kept: more than the connections that work at the same time. */
const MAX_CACHED = 32
/** Patterns by their credentials, the least recently used first: each call to a connection masks the same ones. */
const cache = new Map<string, Patterns>()

function cachedPatterns(secrets: readonly string[]): Patterns {
  const key = JSON.stringify(secrets)
  const patterns = cache.get(key) ?? patternsOf(secrets)
  cache.delete(key)
  cache.set(key, patterns)
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(oldest)
  }
  return patterns
}

/** Units in a row that are looked up in `grams`, as the bytes of one integer. */
const GRAM_LENGTH = 4
const gramHash = (gram: number) => Math.imul(gram, 0x9e3779b1) >>> 16

function patternsOf(secrets: readonly string[]): Patterns {
  const all: Uint8Array[] = []
  const lengths = new Set<number>()
  const ends = new Map<number, (readonly [number, number])[]>()
  const grams = new Uint8Array(65_536)
  const add = (pattern: Uint8Array, least: number) => {
    const length = Math.min(pattern.length, least)
    lengths.add(length)
    all.push(pattern)
    for (let end = GRAM_LENGTH; end <= pattern.length; end++) {
      grams[gramHash(new DataView(pattern.buffer, pattern.byteOffset + end - GRAM_LENGTH).getInt32(0))] = 1
      if (end < length) continue
      const hash = hashOf(pattern, end, length)
      const same = ends.get(hash)
      if (!same) ends.set(hash, [[all.length - 1, end]])
      // One of several equal pieces, as of `aaaa…`, is enough.
      else if (!same.some(([other, at]) => isSame(all[other] ?? pattern, at, pattern, end, length)))
        same.push([all.length - 1, end])
    }
  }
  for (const secret of secrets) {
    add(unitsOf(secret), MIN_PIECE_LENGTH)
    for (const offset of [0, 1, 2]) add(unitsOf(base64Inside(secret, offset)), MIN_BASE64_PIECE_LENGTH)
  }
  return { all, lengths: [...lengths], ends, mayHave: grams }
}

/** The hash of the `length` units before `end`; `units` may be a ring. */
function hashOf(units: Uint8Array, end: number, length: number, ring = -1): number {
  let hash = length
  for (let at = end - length; at < end; at++) hash = Math.imul(hash ^ (units[at & ring] ?? 0), 0x01000193)
  return hash
}

/** Whether the `length` units before two ends are the same; `b` may be a ring. */
function isSame(
  a: Uint8Array,
  aEnd: number,
  b: Uint8Array,
  bEnd: number,
  length: number,
  ring = -1,
): boolean {
  for (let n = 1; n <= length; n++) if (a[aEnd - n] !== b[(bEnd - n) & ring]) return false
  return true
}

/** The base64 characters that a text alone determines when it starts `offset` bytes into a group of three. */
function base64Inside(text: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
}

/** More than the longest piece; a power of two. */
const RING_SIZE = 16
const RING_MASK = RING_SIZE - 1

/** Longer matches are never an ordinary word or number. In bytes. */
const MAX_ORDINARY = 256

/** One pass over a response. */
class Search {
  private at = 0
  /** The last units, and where in the response each starts. */
  private readonly units = new Uint8Array(RING_SIZE)
  private readonly starts = new Uint32Array(RING_SIZE)
  private count = 0
  private gram = 0
  /** How many grams in a row, up to here, may belong to a pattern. */
  private run = 0
  /** The pattern of the last match, and where it would continue. */
  private followed: Uint8Array | undefined
  private next = 0
  /** The match that may still grow; empty when none is open. */
  private from = 0
  private to = 0

  constructor(
    private readonly bytes: Buffer,
    private readonly patterns: Patterns,
    private readonly secrets: readonly string[],
  ) {}

  /** Searches the next bytes. @returns whether the end is reached and everything is masked */
  advance(most: number): boolean {
    const { bytes, patterns, units, starts } = this
    const { mayHave } = patterns
    if (patterns.all.length === 0) return true
    const enough = Math.min(...patterns.lengths) - GRAM_LENGTH + 1
    const stop = Math.min(bytes.length, this.at + most)
    let { at, count, gram, run } = this
    while (at < stop) {
      const read = readUnit(bytes, at)
      const unit = read & 0xff
      units[count & RING_MASK] = unit
      starts[count & RING_MASK] = at
      count++
      at += read >>> 8
      gram = (gram << 8) | unit
      if (mayHave[gramHash(gram)] === 0) {
        run = 0
        continue
      }
      run++
      // A match that continues along its pattern needs no search: a response may consist of nothing but credentials.
      if (run > enough && this.followed?.[this.next] === unit) {
        this.next++
        this.to = at
      } else if (run >= enough) this.findPiece(count, at, run)
    }
    this.at = at
    this.count = count
    this.gram = gram
    this.run = run
    if (at < bytes.length) return false
    this.maskMatch()
    return true
  }

  /** Finds a piece of a pattern that ends here. */
  private findPiece(count: number, at: number, run: number): void {
    const { units, patterns } = this
    this.followed = undefined
    for (const length of patterns.lengths) {
      if (length > count || length - GRAM_LENGTH >= run) continue
      for (const [index, end] of patterns.ends.get(hashOf(units, count, length, RING_MASK)) ?? []) {
        const pattern = patterns.all[index]
        if (!pattern || !isSame(pattern, end, units, count, length, RING_MASK)) continue
        this.followed = pattern
        this.next = end
        this.found(this.starts[(count - length) & RING_MASK] ?? 0, at)
      }
    }
  }

  /** Adds `start` to `end`, which belong to a credential, to the open match, or opens a new one. */
  private found(start: number, end: number): void {
    if (this.to === 0 || start > this.to) {
      this.maskMatch()
      this.from = start
    }
    this.from = Math.min(this.from, start)
    this.to = end
  }

  private maskMatch(): void {
    const { bytes, from, to } = this
    if (from < to && !this.isOrdinary(from, to)) bytes.fill('*', from, to)
    this.from = 0
    this.to = 0
  }

  /** Whether a match is more likely content of the response than a credential. */
  private isOrdinary(from: number, to: number): boolean {
    if (to - from > MAX_ORDINARY) return false
    const text = this.bytes.toString('latin1', from, to)
    const isWhole = this.secrets.includes(text)
    if (!isWhole && /^[\d.:_+/-]+$/.test(text)) return true
    if (/^\d+$/.test(text)) return this.isInNumber(from, to)
    return /^[A-Za-z]+$/.test(text) && this.isName(from, to)
  }

  /** Whether digits are part of a longer number, or a bare JSON number. */
  private isInNumber(from: number, to: number): boolean {
    const { bytes } = this
    if (isOneOf(DIGITS, bytes[from - 1]) || isOneOf(DIGITS, bytes[to])) return true
    const before = bytes[skipBlanks(bytes, from - 1, -1)]
    const after = bytes[skipBlanks(bytes, to, 1)]
    return isOneOf(':,[', before) && isOneOf(',]}', after)
  }

  /** Whether letters are a whole property name: `"name":`. */
  private isName(from: number, to: number): boolean {
    const { bytes } = this
    if (!isOneOf('"', bytes[from - 1]) || !isOneOf('"', bytes[to])) return false
    return isOneOf(':', bytes[skipBlanks(bytes, to + 1, 1)])
  }
}

const DIGITS = '0123456789'

const isOneOf = (characters: string, byte: number | undefined) =>
  byte !== undefined && characters.includes(String.fromCharCode(byte))

/** The position of the first byte from `at` on, in a direction, that is not JSON white space. */
function skipBlanks(bytes: Uint8Array, at: number, step: 1 | -1): number {
  let position = at
  while (isOneOf(' \t\r\n', bytes[position])) position += step
  return position
}
