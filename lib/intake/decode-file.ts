import { undecodable } from './decode-failure'
import { isRareSyllable } from './decode-pairs'
import { chunksOf, type Decoder, decodeAs, decoderOf } from './decode-text'
import { limits } from './limits'
import type { Pace } from './pace'
import type { Encoding, EncodingPreview, ReadOptions } from './table'
import { Unreadable } from './unreadable'

/** A file of text, decoded. */
export interface Decoded {
  readonly text: string
  readonly encoding: Encoding
}

/** How well headings are known; 0 where none is. */
export type HeadingScore = NonNullable<ReadOptions['headingScore']>

/** The encodings of one byte or more; tried in this order. */
const narrow = ['utf-8', 'shift_jis', 'euc-kr'] as const

/**
 * Decodes a file strictly, in every encoding that it may be of: the only one that fits wins. Where several fit, the one
 * whose first lines hold headings that somebody knows; text that is UTF-8 by chance is so rare that it stays UTF-8
 * where no other is known better.
 * @throws Unreadable where none fits, or several and nothing tells which
 */
export async function decodeFile(
  bytes: Uint8Array,
  asked: Encoding | undefined,
  score: HeadingScore | undefined,
  pace: Pace,
): Promise<Decoded> {
  const [marked, length] = markOf(bytes)
  const body = bytes.subarray(asked === undefined || asked === marked ? length : 0)
  const told = asked ?? marked ?? wideOf(body)
  if (told === undefined) return (await decodeEscaped(body, pace)) ?? decodeNarrow(body, score, pace)
  const text = await decodeAs(body, told, pace)
  if (text === undefined) throw new Unreadable({ code: 'no_encoding' })
  return { text, encoding: told }
}

/** The encoding that a byte order mark tells, and its length. */
function markOf([a, b, c]: Uint8Array): [Encoding | undefined, number] {
  if (a === 0xef && b === 0xbb && c === 0xbf) return ['utf-8', 3]
  if (a === 0xff && b === 0xfe) return ['utf-16le', 2]
  if (a === 0xfe && b === 0xff) return ['utf-16be', 2]
  return [undefined, 0]
}

/** UTF-16 without a mark has a zero in every Latin letter and line end, always in the same half. */
function wideOf(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // One zero among thousands of bytes is a stray one of a shop's program; the contract will speak of it.
  if ((even + odd) * 50 < sample.length || even + odd === 0) return undefined
  if (even * 10 < odd) return 'utf-16le'
  if (odd * 10 < even) return 'utf-16be'
  throw new Unreadable({ code: 'not_a_table' })
}

const ESCAPE = 0x1b
/** Bytes that are looked at first. */
const HEAD = 65_536

/**
 * Decodes a file of ISO-2022-JP, as old mail programs and shops' systems write it: seven-bit bytes, in which an escape
 * sequence switches to kanji. @returns undefined where there is no such sequence, or the bytes do not fit it
 */
async function decodeEscaped(bytes: Uint8Array, pace: Pace): Promise<Decoded | undefined> {
  // All of its bytes have seven bits: most files tell by their headings that they are none.
  if (!isAscii(bytes.subarray(0, HEAD))) return undefined
  const at = bytes.indexOf(ESCAPE)
  const sequence = at === -1 ? '' : String.fromCharCode(...bytes.subarray(at + 1, at + 3))
  // JIS C 6226, JIS X 0208, its supplement, katakana and the Latin letters of JIS X 0201.
  if (!['$@', '$B', '$(', '(I', '(J'].includes(sequence)) return undefined
  const text = await decodeAs(bytes, 'iso-2022-jp', pace)
  return text === undefined ? undefined : { text, encoding: 'iso-2022-jp' }
}

/** Bytes of a program or a picture: signs that steer printers are no part of a text, nor of its letters. */
function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4096)
  const steering = sample.filter(byte => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b)
  return steering.length * 20 > sample.length
}

interface Candidate {
  readonly encoding: Encoding
  readonly decode: Decoder
  readonly parts: string[]
}

async function decodeNarrow(
  bytes: Uint8Array,
  score: HeadingScore | undefined,
  pace: Pace,
): Promise<Decoded> {
  if (isBinary(bytes)) throw new Unreadable({ code: 'not_a_table' })
  const plain: string[] = []
  let left: Candidate[] | undefined
  let done = 0
  for (const chunk of chunksOf(bytes, 'bytes')) {
    done += chunk.length
    if (!left && isAscii(chunk)) plain.push(new TextDecoder().decode(chunk))
    else {
      left ??= narrow.map(encoding => ({ encoding, decode: decoderOf(encoding), parts: [...plain] }))
      left = left.filter(candidate => take(candidate, chunk))
      if (left.length === 0) throw undecodable(bytes, narrow)
    }
    if (pace.isDue) await pace.rest(done / bytes.length)
  }
  // What every encoding writes alike is called by the one that everybody reads.
  if (!left) return { text: plain.join(''), encoding: 'utf-8' }
  const { parts, encoding } = choose(left, score)
  return { text: parts.join(''), encoding }
}

function take({ decode, parts }: Candidate, chunk: Uint8Array): boolean {
  const text = decode(chunk)
  if (text !== undefined) parts.push(text)
  return text !== undefined
}

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte >= 0x80) return false
  return true
}

function choose(candidates: readonly Candidate[], score: HeadingScore | undefined): Candidate {
  const scores = new Map(candidates.map(candidate => [candidate, score ? scoreOf(candidate, score) : 0]))
  const most = Math.max(...scores.values())
  const best = candidates.filter(candidate => scores.get(candidate) === most)
  const unicode = best.find(({ encoding }) => encoding === 'utf-8')
  const likely = best.filter(candidate => !isUnlikely(candidate))
  const said = best.find(({ encoding, parts }) => encoding === declaredIn(parts[0] ?? ''))
  const only =
    best.length === 1 ? best[0] : (said ?? unicode ?? (likely.length === 1 ? likely[0] : undefined))
  if (only) return only
  throw new Unreadable({ code: 'encoding_unclear', previews: candidates.map(previewOf) })
}

/** The encoding that a page says to be of; believed only where its letters fit it. */
function declaredIn(start: string): string | undefined {
  const [, label] = /<[^>]*(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(start.slice(0, 4096)) ?? []
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/**
 * Japanese headings may be Korean syllables by their bytes, but such as 뭾빒붥뜂: of those that KS X 1001 leaves out,
 * which are one in a thousand of what is written.
 */
function isUnlikely({ encoding, parts }: Candidate): boolean {
  if (encoding !== 'euc-kr') return false
  const syllables =
    firstLines(parts, 100)
      .join('')
      .match(/[가-힣]/g) ?? []
  const rare = syllables.filter(isRareSyllable)
  return rare.length * 3 > syllables.length
}

/** Headings may stand below notices: the best of the first lines counts. */
function scoreOf({ parts }: Candidate, score: HeadingScore): number {
  const lines = firstLines(parts, 20).map(line => score(line.split(/[,\t;|]/).map(unquoted)))
  return Math.max(0, ...lines)
}

const unquoted = (text: string): string => text.replaceAll('"', '').trim()

/** Of an encoding, the first lines that tell it from the others. */
function previewOf({ encoding, parts }: Candidate): EncodingPreview {
  const telling = firstLines(parts, 1000).filter(line => /[^\0-\x7f]/.test(line))
  return { encoding, lines: telling.slice(0, 3).map(line => line.slice(0, 300)) }
}

function firstLines(parts: readonly string[], most: number): string[] {
  const start = parts.slice(0, 2).join('').slice(0, limits.cell)
  return start.split(/\r\n|\n|\r/, most)
}
