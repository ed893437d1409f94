import type { Encoding } from '@/lib/files/book/book'
import { limits } from '@/lib/files/book/limits'
import type { Progress } from '@/lib/files/book/progress'
import { type EncodingPreview, ReadError } from '@/lib/files/book/read-error'
import type { FileReadOptions } from '@/lib/files/book/read-options'
import { createDecoder, type Decoder, decodeAs, splitAtLineEnds } from './decode'
import { isRareSyllable } from './double-byte'
import { decodeWestern, isLikelyWestern, isPossiblyWestern, isSurelyWestern } from './western'

interface DecodedText {
  readonly text: string
  readonly encoding: Encoding
}

type HeadingScore = NonNullable<FileReadOptions['headingScore']>

/** Encodings in which Latin letters are one byte; tried in this order. */
const byteEncodings = ['utf-8', 'shift_jis', 'euc-kr'] as const

/**
 * Decodes a text file strictly, in each encoding that is possible. If only one fits, it is the one. If several fit, the
 * one whose first lines contain the most known headings; else UTF-8, because other texts are hardly ever valid UTF-8.
 * @param given the encoding that the operator chose; undefined: it is detected
 * @throws ReadError where no encoding fits, or several fit and nothing decides
 */
export async function decodeTextFile(
  bytes: Uint8Array,
  given: Encoding | undefined,
  score: HeadingScore | undefined,
  progress: Progress,
): Promise<DecodedText> {
  const [marked, length] = byteOrderMark(bytes)
  const body = bytes.subarray(given === undefined || given === marked ? length : 0)
  const known = given ?? marked ?? detectUtf16(body)
  if (known === undefined)
    return (await decodeIso2022Jp(body, progress)) ?? decodeBytes(body, score, progress)
  const text = await decodeAs(body, known, progress)
  if (text === undefined) throw new ReadError({ code: 'no_encoding' })
  return { text, encoding: known }
}

/** The encoding of a byte order mark, and the length of the mark. */
function byteOrderMark([a, b, c]: Uint8Array): [Encoding | undefined, number] {
  if (a === 0xef && b === 0xbb && c === 0xbf) return ['utf-8', 3]
  if (a === 0xff && b === 0xfe) return ['utf-16le', 2]
  if (a === 0xfe && b === 0xff) return ['utf-16be', 2]
  return [undefined, 0]
}

/** Detects UTF-16 without a mark: every Latin letter and line end has a zero byte, always in the same half. */
function detectUtf16(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // A few zeros among thousands of bytes are stray NUL characters of an export program; they are reported later.
  if ((even + odd) * 50 < sample.length || even + odd === 0) return undefined
  if (even * 10 < odd) return 'utf-16le'
  if (odd * 10 < even) return 'utf-16be'
  throw new ReadError({ code: 'not_a_table' })
}

const ESCAPE = 0x1b
/** Bytes that are searched first for bytes above 127. */
const HEAD_SIZE = 65_536

/**
 * Decodes a file of ISO-2022-JP, which old mail programs and shop systems write: seven-bit bytes, in which escape
 * sequences switch to kanji.
 * @returns undefined where there is no such sequence, or the bytes do not fit
 */
async function decodeIso2022Jp(bytes: Uint8Array, progress: Progress): Promise<DecodedText | undefined> {
  // The headings of most other files have bytes above 127.
  if (!isAscii(bytes.subarray(0, HEAD_SIZE))) return undefined
  const at = bytes.indexOf(ESCAPE)
  const sequence = at === -1 ? '' : String.fromCharCode(...bytes.subarray(at + 1, at + 3))
  // JIS C 6226, JIS X 0208, its supplement, katakana and the Latin letters of JIS X 0201.
  if (!['$@', '$B', '$(', '(I', '(J'].includes(sequence)) return undefined
  const text = await decodeAs(bytes, 'iso-2022-jp', progress)
  return text === undefined ? undefined : { text, encoding: 'iso-2022-jp' }
}

/** Whether bytes are not text, but a program or a picture: texts hardly contain control characters. */
function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4096)
  const control = sample.filter(byte => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b)
  return control.length * 20 > sample.length
}

interface Candidate {
  readonly encoding: Encoding
  readonly decode: Decoder
  readonly parts: string[]
}

async function decodeBytes(
  bytes: Uint8Array,
  score: HeadingScore | undefined,
  progress: Progress,
): Promise<DecodedText> {
  if (isBinary(bytes)) throw new ReadError({ code: 'not_a_table' })
  const ascii: string[] = []
  let left: Candidate[] | undefined
  let done = 0
  for (const chunk of splitAtLineEnds(bytes, 'bytes')) {
    done += chunk.length
    if (!left && isAscii(chunk)) ascii.push(new TextDecoder().decode(chunk))
    else {
      left ??= encodingsFor(chunk, score).map(encoding => ({
        encoding,
        decode: encoding === 'windows-1252' ? decodeLikelyWestern : createDecoder(encoding),
        parts: [...ascii],
      }))
      const before: readonly Candidate[] = left
      left = before.filter(candidate => decodeChunk(candidate, chunk))
      const wasUnicode = before.find(({ encoding }) => encoding === 'utf-8')
      if (wasUnicode && !left.includes(wasUnicode) && isAlmostUnicode(wasUnicode, chunk))
        throw new ReadError({ code: 'broken_letter', at: firstBroken(bytes, 'utf-8') })
      if (left.length === 0) throw encodingError(bytes, encodingsFor(chunk, score))
    }
    if (progress.isDue) await progress.checkpoint(done / bytes.length)
  }
  // Pure ASCII fits all of them.
  if (!left) return { text: ascii.join(''), encoding: 'utf-8' }
  const { parts, encoding } = choose(left, score)
  if (encoding === 'shift_jis' && isHardlyJapanese(bytes)) throw new ReadError({ code: 'no_encoding' })
  return { text: parts.join(''), encoding }
}

/** Decodes Windows-1252 where the bytes look like it. */
function decodeLikelyWestern(bytes: Uint8Array): string | undefined {
  const text = decodeWestern(bytes)
  return isPossiblyWestern(text) ? text : undefined
}

/** Bytes of a file in which kana are searched. */
const SAMPLE_SIZE = 16_384
/**
 * The share of kana in texts that may be Japanese, and in those that are. In EUC-JP, Korean words are
 * kanji, and ㅋㅋ is kana.
 */
const MIN_KANA_SHARE = { possible: 0.1, sure: 0.3 }
const MIN_SURE_KANA = 10

/**
 * The encodings that bytes may have. EUC-JP, which is rare, is tried only where it gives kana or known
 * Japanese headings, and Windows-1252, which fits any bytes, only where it gives letters with accents.
 */
function encodingsFor(bytes: Uint8Array, score: HeadingScore | undefined): readonly Encoding[] {
  const end = bytes.length <= SAMPLE_SIZE ? bytes.length : bytes.lastIndexOf(0x0a, SAMPLE_SIZE)
  const text = createDecoder('euc-jp')(bytes.subarray(0, end === -1 ? SAMPLE_SIZE : end)) ?? ''
  const { kana, letters } = kanaIn(text)
  // Headings in Latin letters are the same in every encoding.
  const scoreOfOwn: HeadingScore | undefined =
    score && (cells => score(cells.filter(cell => !isAsciiText(cell))))
  const isJapanese =
    (kana > 0 && kana >= letters * MIN_KANA_SHARE.possible) ||
    (scoreOfOwn && scoreOf({ parts: [text] }, scoreOfOwn) > 1)
  const isWestern = isLikelyWestern(decodeWestern(bytes))
  return [
    ...byteEncodings,
    ...(isJapanese ? (['euc-jp'] as const) : []),
    ...(isWestern ? (['windows-1252'] as const) : []),
  ]
}

const isAsciiText = (text: string): boolean => !/[^\0-\x7f]/.test(text)

const kanaLetter = /[ぁ-んァ-ヴー]/
/** Also half-width ones: in EUC-JP, their bytes are Korean syllables that hardly any text has. */
const kanaLetters = /[ぁ-んァ-ヴーｦ-ﾟ]/g

/** Whether a text has any kana, as nearly every Japanese text does: every Korean text fits EUC-JP, too. */
export const hasKana = (text: string): boolean => kanaLetter.test(text)

function kanaIn(text: string): { kana: number; letters: number } {
  const letters = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  return { kana: text.match(kanaLetters)?.length ?? 0, letters }
}

function decodeChunk({ decode, parts }: Candidate, chunk: Uint8Array): boolean {
  const text = decode(chunk)
  if (text !== undefined) parts.push(text)
  return text !== undefined
}

/**
 * Whether a text is UTF-8 although a chunk of it is not: a letter was cut off at its end, or damaged. Without this
 * check a short text would be read as Shift_JIS or CP949, in which most bytes mean something. In such a text three
 * bytes that are a letter of UTF-8 are rare.
 */
function isAlmostUnicode({ parts }: Candidate, chunk: Uint8Array): boolean {
  const text = (parts.at(-1) ?? '') + new TextDecoder().decode(chunk)
  const broken = text.match(/\ufffd/g) ?? []
  const letters = text.match(/[\u0800-\ufffc]/g) ?? []
  return letters.length >= broken.length * 3
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
  const sure = best.find(isSurelyJapanese) ?? best.find(isSurelyInWestern)
  const likely = sure ? [sure] : best.filter(candidate => !isUnlikely(candidate))
  const declared = best.find(({ encoding, parts }) => encoding === declaredIn(parts[0] ?? ''))
  const only =
    best.length === 1 ? best[0] : (declared ?? unicode ?? (likely.length === 1 ? likely[0] : undefined))
  if (only) return only
  throw new ReadError({ code: 'encoding_unclear', previews: candidates.map(previewOf) })
}

const MIN_RARE_KANJI = 3

/**
 * Whether the bytes of a text in Shift_JIS are half-width kana and rare kanji only, as those of a Thai text are. Nearly
 * every Japanese text has kana, punctuation or a common kanji in full width, whose first bytes are below a0.
 */
function isHardlyJapanese(bytes: Uint8Array): boolean {
  let rare = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte > 0x80 && byte < 0xa0) return false
    if (byte < 0xe0) continue
    rare++
    at++
  }
  return rare >= MIN_RARE_KANJI
}

/** The encoding that an HTML page declares; it counts only where the bytes fit it. */
function declaredIn(start: string): string | undefined {
  const [, label] = /<[^>]*(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(start.slice(0, 4096)) ?? []
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/**
 * Whether a Korean text is more likely a Japanese one. The bytes of Japanese headings may be Korean syllables such as
 * 뭾빒붥뜂, but mostly of those that KS X 1001 leaves out, which are one in a thousand of Korean texts.
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

/** Whether a text in EUC-JP has more kana than Korean bytes would give. */
function isSurelyJapanese({ encoding, parts }: Candidate): boolean {
  if (encoding !== 'euc-jp') return false
  const { kana, letters } = kanaIn(firstLines(parts, 100).join(''))
  return kana >= MIN_SURE_KANA && kana >= letters * MIN_KANA_SHARE.sure
}

/** Whether a text is Western beyond doubt. Its bytes may be Japanese characters as well: the “ía” of María is 僘. */
const isSurelyInWestern = ({ encoding, parts }: Candidate): boolean =>
  encoding === 'windows-1252' && parts.every(isSurelyWestern)

/** The best score of the first lines: headings may be below notices. */
function scoreOf({ parts }: Pick<Candidate, 'parts'>, score: HeadingScore): number {
  const lines = firstLines(parts, 20).map(line => score(line.split(/[,\t;|]/).map(unquoted)))
  return Math.max(0, ...lines)
}

const unquoted = (text: string): string => text.replaceAll('"', '').trim()

/** The first lines that differ between encodings. */
function previewOf({ encoding, parts }: Candidate): EncodingPreview {
  const distinctive = firstLines(parts, 1000).filter(line => /[^\0-\x7f]/.test(line))
  return { encoding, lines: distinctive.slice(0, 3).map(line => line.slice(0, 300)) }
}

function firstLines(parts: readonly string[], most: number): string[] {
  const start = parts.slice(0, 2).join('').slice(0, limits.cellLength)
  return start.split(/\r\n|\n|\r/, most)
}

/**
 * The error of a file that fits no encoding. Where one encoding fits further than the others, a single letter is at
 * fault: shops cut texts by bytes, and leave half a letter. Its line helps more than that nothing fits.
 */
function encodingError(bytes: Uint8Array, tried: readonly Encoding[]): ReadError {
  const [most = 1, next = 1] = tried.map(encoding => firstBroken(bytes, encoding)).toSorted((a, b) => b - a)
  return new ReadError(most > next ? { code: 'broken_letter', at: most } : { code: 'no_encoding' })
}

/** The first line, from 1, that does not fit an encoding. */
function firstBroken(bytes: Uint8Array, encoding: Encoding): number {
  const decode = createDecoder(encoding)
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, from)
    const end = feed === -1 ? bytes.length : feed + 1
    if (decode(bytes.subarray(from, end)) === undefined) return line
    from = end
  }
  return line
}
