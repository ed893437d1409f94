import 'server-only'

// Reads a response for the search of credentials: character by character, with escapes decoded.

const BACKSLASH = 0x5c
const PERCENT = 0x25
const AMPERSAND = 0x26
const QUOTE = 0x22
const SEMICOLON = 0x3b
const LOWER_U = 0x75
const LOWER_X = 0x78
/** The unit of characters that no credential contains, such as a line break, so that no match crosses them. */
const BREAK = 0

/** The unit of each byte outside escapes: both alphabets of base64 are read alike. */
const readings = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x21 || byte > 0x7e) return BREAK
  return byte === 0x2d ? 0x2b : byte === 0x5f ? 0x2f : byte
})

/** The units of a text, decoded like a response. */
export function unitsOf(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  const units: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const unit = readUnit(bytes, at)
    units.push(unit & 0xff)
    at += unit >>> 8
  }
  return Uint8Array.from(units)
}

/**
 * Reads the character at a position and decodes its escape. Credentials are read the same way, so a credential that
 * looks escaped is found too.
 * @returns its value in the lower eight bits; above them, how many bytes it takes
 */
export function readUnit(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? BREAK
  if (byte === BACKSLASH) return readEscape(bytes, at)
  if (byte === PERCENT) return readPercent(bytes, at)
  if (byte === AMPERSAND) return readReference(bytes, at)
  return unit(byte, 1)
}

const unit = (value: number, width: number) => (width << 8) | (readings[value] ?? BREAK)

/** `\/`, `\u002F`, `\x2F`; JSON inside JSON doubles the backslashes. Control escapes such as `\n` are a break. */
function readEscape(bytes: Uint8Array, at: number): number {
  let next = at + 1
  while (bytes[next] === BACKSLASH && next - at < MAX_ESCAPE) next++
  const slashes = next - at
  const escaped = bytes[next] ?? BREAK
  const digits = escaped === LOWER_U ? 4 : escaped === LOWER_X ? 2 : 0
  const code = digits === 0 ? undefined : readHex(bytes, next + 1, digits)
  if (code !== undefined) return unit(code, slashes + 1 + digits)
  // After an even number of backslashes these are not escaped, and a quotation mark ends its text.
  if (slashes % 2 === 0 && (escaped === QUOTE || isControl(escaped))) return unit(BACKSLASH, slashes)
  if (escaped === BREAK || escaped === BACKSLASH) return unit(BACKSLASH, slashes)
  return unit(isControl(escaped) ? BREAK : escaped, slashes + 1)
}

/** Longer escapes are read in several steps. An even number of bytes. */
const MAX_ESCAPE = 64
/** `&#x10FFFF;` */
const MAX_REFERENCE = 10

/** b, f, n, r, t */
const isControl = (byte: number) =>
  byte === 0x62 || byte === 0x66 || byte === 0x6e || byte === 0x72 || byte === 0x74

/** `%2F`; encoded again it is `%252F`. */
function readPercent(bytes: Uint8Array, at: number): number {
  let digits = at + 1
  while (digits - at < MAX_ESCAPE && readHex(bytes, digits, 2) === PERCENT) {
    if (readHex(bytes, digits + 2, 2) === undefined) break
    digits += 2
  }
  const code = readHex(bytes, digits, 2)
  return code === undefined ? unit(PERCENT, 1) : unit(code, digits + 2 - at)
}

/** `&amp;`, `&#47;`, `&#x2F;`. */
function readReference(bytes: Uint8Array, at: number): number {
  const end = bytes.subarray(at, at + MAX_REFERENCE).indexOf(SEMICOLON)
  const name = end === -1 ? '' : Buffer.from(bytes.subarray(at + 1, at + end)).toString('latin1')
  const code = references.get(name) ?? numbered(name)
  return code === undefined ? unit(AMPERSAND, 1) : unit(code, end + 1)
}

const references: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
])

function numbered(name: string): number | undefined {
  const [, decimal, hexadecimal] = /^#(?:(\d{1,6})|[xX]([\dA-Fa-f]{1,6}))$/.exec(name) ?? []
  if (decimal !== undefined) return Number(decimal)
  return hexadecimal === undefined ? undefined : Number.parseInt(hexadecimal, 16)
}

function readHex(bytes: Uint8Array, at: number, digits: number): number | undefined {
  let value = 0
  for (let n = at; n < at + digits; n++) {
    const byte = bytes[n] ?? BREAK
    const lower = byte | 0x20
    if (byte >= 0x30 && byte <= 0x39) value = value * 16 + byte - 0x30
    else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57
    else return undefined
  }
  return value
}
