/**
 * The two encodings of one and two bytes, windows-31j and CP949, by tables.
 *
 * The tables come from TextDecoder, but the decoding is our own: that of Node 20 knows no CP949 beyond KS X 1001 and
 * passes over what it does not know, and none can say where it failed. By tables it is strict and alike everywhere,
 * and three times as fast.
 */
export interface PairTable {
  /** The unit of a single byte; 0xffff where it is none. */
  readonly single: Uint16Array
  /** The unit of two bytes, by `first << 8 | second`; 0 where they are none. */
  readonly pair: Uint16Array
}

/** @returns the table of an encoding, made at the first call */
export function pairTable(encoding: 'shift_jis' | 'euc-kr'): PairTable {
  tables[encoding] ??= encoding === 'euc-kr' ? extended(makeTable(encoding)) : makeTable(encoding)
  return tables[encoding]
}

const tables: Partial<Record<'shift_jis' | 'euc-kr', PairTable>> = {}

/**
 * Decodes bytes strictly.
 * @param bytes a part of a file that ends with a whole letter
 * @param into room for as many units as there are bytes
 * @returns how many units there are; -1 where a byte has no meaning
 */
export function decodePairs(bytes: Uint8Array, { single, pair }: PairTable, into: Uint16Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    let unit = byte < 0x80 ? byte : (single[byte] ?? NONE)
    if (unit === NONE) {
      unit = pair[(byte << 8) | (bytes[++at] ?? 0)] ?? 0
      if (unit === 0) return -1
    }
    into[count++] = unit
  }
  return count
}

/** Whether a syllable is none of the 2,350 of KS X 1001. */
export function isRareSyllable(syllable: string): boolean {
  if (common.size === 0) {
    const { pair } = pairTable('euc-kr')
    for (const [first, second] of ksX1001()) common.add(pair[(first << 8) | second] ?? 0)
  }
  return !common.has(syllable.charCodeAt(0))
}

const common = new Set<number>()

const NONE = 0xffff

function makeTable(encoding: 'shift_jis' | 'euc-kr'): PairTable {
  const decoder = new TextDecoder(encoding)
  const single = new Uint16Array(256).fill(NONE)
  for (let byte = 0; byte < 0x80; byte++) single[byte] = byte
  if (encoding === 'shift_jis')
    for (let byte = 0xa1; byte <= 0xdf; byte++) single[byte] = 0xff61 + byte - 0xa1
  const pair = new Uint16Array(0x10000)
  const bytes = new Uint8Array(2)
  for (const [first, second] of encoding === 'shift_jis' ? shiftJis() : ksX1001()) {
    bytes[0] = first
    bytes[1] = second
    const text = decoder.decode(bytes)
    const unit = text.charCodeAt(0)
    // Private use is what single machines were taught; CP949 has none, and nobody else would see the letter.
    if (text.length === 1 && unit !== 0xfffd && !(unit >= 0xe000 && unit <= 0xf8ff))
      pair[(first << 8) | second] = unit
  }
  return { single, pair }
}

function* shiftJis(): Generator<readonly [number, number]> {
  for (let first = 0x81; first <= 0xfc; first++) {
    if (first >= 0xa0 && first <= 0xdf) continue
    for (let second = 0x40; second <= 0xfc; second++) if (second !== 0x7f) yield [first, second]
  }
}

function* ksX1001(): Generator<readonly [number, number]> {
  for (let first = 0xa1; first <= 0xfd; first++) {
    for (let second = 0xa1; second <= 0xfe; second++) yield [first, second]
  }
}

/**
 * CP949 puts the 8,822 syllables that KS X 1001 leaves out before it, in the order of Unicode: 뷁 and 똠 are among
 * them, and people bear names of them.
 */
function extended(table: PairTable): PairTable {
  const known = new Set(table.pair)
  let first = 0x81
  let second = 0x41
  for (let syllable = 0xac00; syllable <= 0xd7a3; syllable++) {
    if (known.has(syllable)) continue
    table.pair[(first << 8) | second] = syllable
    second++
    if (second === 0x5b) second = 0x61
    if (second === 0x7b) second = 0x81
    if (second > (first <= 0xa0 ? 0xfe : 0xa0)) {
      first++
      second = 0x41
    }
  }
  return table
}
