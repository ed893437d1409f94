/**
 * A table of the encodings with one and two bytes, windows-31j and CP949.
 *
 * The tables come from TextDecoder, but the decoding is our own: TextDecoder of Node 20 knows no CP949 beyond KS X 1001
 * and skips what it does not know, and no TextDecoder reports where it failed. With tables, decoding is strict, the
 * same everywhere, and three times as fast.
 */
interface DoubleByteTable {
  /** The UTF-16 unit of a single byte; 0xffff: the byte is the first of two, or invalid. */
  readonly single: Uint16Array
  /** The UTF-16 unit of two bytes, by `first << 8 | second`; 0: invalid. */
  readonly pair: Uint16Array
}

/** The table of an encoding, which is created at the first call. */
export function doubleByteTable(encoding: 'shift_jis' | 'euc-kr'): DoubleByteTable {
  tables[encoding] ??= encoding === 'euc-kr' ? extended(makeTable(encoding)) : makeTable(encoding)
  return tables[encoding]
}

const tables: Partial<Record<'shift_jis' | 'euc-kr', DoubleByteTable>> = {}

/**
 * Decodes bytes strictly.
 * @param bytes a part of a file that ends with a whole letter
 * @param into receives the units; as long as `bytes`
 * @returns the number of units; -1 where bytes are invalid
 */
export function decodeDoubleByte(
  bytes: Uint8Array,
  { single, pair }: DoubleByteTable,
  into: Uint16Array,
): number {
  let count = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    let unit = byte < 0x80 ? byte : (single[byte] ?? INVALID)
    if (unit === INVALID) {
      unit = pair[(byte << 8) | (bytes[++at] ?? 0)] ?? 0
      if (unit === 0) return -1
    }
    into[count++] = unit
  }
  return count
}

/** Whether a Hangul syllable is not among the 2,350 of KS X 1001. */
export function isRareSyllable(syllable: string): boolean {
  if (common.size === 0) {
    const { pair } = doubleByteTable('euc-kr')
    for (const [first, second] of ksX1001()) common.add(pair[(first << 8) | second] ?? 0)
  }
  return !common.has(syllable.charCodeAt(0))
}

const common = new Set<number>()

const INVALID = 0xffff

function makeTable(encoding: 'shift_jis' | 'euc-kr'): DoubleByteTable {
  const decoder = new TextDecoder(encoding)
  const single = new Uint16Array(256).fill(INVALID)
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
    // Characters for private use differ by machine. CP949 has none.
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
 * Adds the 8,822 syllables of CP949 that KS X 1001 leaves out. They come before it in the order of Unicode. Names of
 * people contain some of them.
 */
function extended(table: DoubleByteTable): DoubleByteTable {
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
