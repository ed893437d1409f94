import type { Encoding } from '@/lib/files/book/book'

/**
 * Encodes a text by decoding every pair of bytes with TextDecoder, independently of the tested tables. Of CP949 it only
 * knows KS X 1001, like Node's decoder.
 * @throws if a character has no bytes
 */
export function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return wide(text, encoding === 'utf-16le')
  if (encoding === 'iso-2022-jp') return escaped(text)
  if (encoding === 'euc-jp') return extended(text)
  if (encoding === 'windows-1252') return western(text)
  const pairs = pairsOf(encoding)
  const bytes = new Uint8Array(text.length * 2)
  let at = 0
  for (const letter of text) {
    const pair = letter < '\x80' ? letter.charCodeAt(0) : pairs.get(letter)
    if (pair === undefined) throw new Error(`${letter} is not of ${encoding}`)
    if (pair > 0xff) bytes[at++] = pair >> 8
    bytes[at++] = pair & 0xff
  }
  return bytes.slice(0, at)
}

/** The bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => encode(text, 'utf-8')

/** Characters of JIS X 0208 between escape sequences, each as two bytes of EUC-JP without their high bits. */
function escaped(text: string): Uint8Array {
  const letters = lettersOfEucJp()
  const bytes: number[] = []
  let isWide = false
  for (const letter of text) {
    const pair = letter < '\x80' ? undefined : letters.get(letter)
    if (letter >= '\x80' && pair === undefined) throw new Error(`${letter} is not of iso-2022-jp`)
    if ((pair !== undefined) !== isWide) bytes.push(0x1b, ...(isWide ? [0x28, 0x42] : [0x24, 0x42]))
    isWide = pair !== undefined
    bytes.push(...(pair ?? [letter.charCodeAt(0)]))
  }
  return Uint8Array.from(isWide ? [...bytes, 0x1b, 0x28, 0x42] : bytes)
}

/** Letters of ISO-8859-1, and those of Windows-1252 that tests use. */
function western(text: string): Uint8Array {
  const others: Readonly<Record<string, number>> = {
    '‘': 0x91,
    '’': 0x92,
    '–': 0x96,
    Œ: 0x8c,
    œ: 0x9c,
    Ž: 0x8e,
  }
  return Uint8Array.from(text, letter => {
    const byte = others[letter] ?? letter.charCodeAt(0)
    if (byte > 0xff) throw new Error(`${letter} is not of windows-1252`)
    return byte
  })
}

/** Characters of JIS X 0208 as two bytes with their high bits. */
function extended(text: string): Uint8Array {
  const letters = lettersOfEucJp()
  const bytes = new Uint8Array(text.length * 2)
  let at = 0
  for (const letter of text) {
    const pair = letter < '\x80' ? undefined : letters.get(letter)
    if (letter >= '\x80' && !pair) throw new Error(`${letter} is not of euc-jp`)
    if (pair) for (const byte of pair) bytes[at++] = byte + 0x80
    else bytes[at++] = letter.charCodeAt(0)
  }
  return bytes.slice(0, at)
}

let eucJp: Map<string, readonly [number, number]> | undefined

function lettersOfEucJp(): Map<string, readonly [number, number]> {
  if (eucJp) return eucJp
  eucJp = new Map()
  const decoder = new TextDecoder('euc-jp')
  for (let high = 0xa1; high <= 0xfe; high++)
    for (let low = 0xa1; low <= 0xfe; low++) {
      const letter = decoder.decode(Uint8Array.of(high, low))
      if ([...letter].length === 1 && letter !== '\ufffd' && !eucJp.has(letter))
        eucJp.set(letter, [high - 0x80, low - 0x80])
    }
  return eucJp
}

const pairsByEncoding = new Map<string, Map<string, number>>()

function pairsOf(encoding: 'shift_jis' | 'euc-kr'): Map<string, number> {
  const found = pairsByEncoding.get(encoding)
  if (found) return found
  const decoder = new TextDecoder(encoding)
  const pairs = new Map<string, number>()
  const lowest = encoding === 'euc-kr' ? 0xa1 : 0x40
  for (let first = 0x81; first <= 0xfc; first++) {
    for (let second = lowest; second <= 0xfe; second++) {
      const letters = [...decoder.decode(Uint8Array.of(first, second))]
      const [letter = ''] = letters
      if (
        letters.length === 1 &&
        letter > '\x7f' &&
        !/[\u0080-\u009f\ufffd\ue000-\uf8ff]/.test(letter) &&
        !pairs.has(letter)
      )
        pairs.set(letter, (first << 8) | second)
    }
  }
  if (encoding === 'shift_jis')
    for (let byte = 0xa1; byte <= 0xdf; byte++) pairs.set(decoder.decode(Uint8Array.of(byte)), byte)
  pairsByEncoding.set(encoding, pairs)
  return pairs
}

function wide(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle)
  return bytes
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
