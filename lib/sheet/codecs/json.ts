/** JSON text of a value with integers of any size written out exactly (bigints included). */
export function writeJson(value: unknown): string {
  return holdsBigint(value) ? write(value) : JSON.stringify(value)
}

/** Like `JSON.stringify`, with bigints; a library would add half a kilobyte to every page. */
function write(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`
}

function holdsBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigint)
}

/** A text, or a number, of a JSON text. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi
const long = /^-?\d{16,}$/

/**
 * Reads JSON for comparison with texts: integers that a double cannot hold become texts of their digits.
 * @throws SyntaxError when the text is not JSON
 */
export const readJson = (text: string): unknown =>
  JSON.parse(text.replaceAll(token, found => (long.test(found) ? `"${found}"` : found)))

/**
 * A short fingerprint (106 bits, hexadecimal) of a text, by which the screen sees whether an order changed since its
 * check. It proves nothing: the server decides by SHA-256 whether an order may be registered.
 */
export function fingerprint(text: string): string {
  // cyrb53 by bryc (public domain), twice: two 32-bit lanes for each seed over the text's UTF-16 units, in one pass.
  let [a, b, c, d] = [A ^ SEEDS[0], B ^ SEEDS[0], A ^ SEEDS[1], B ^ SEEDS[1]]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
    c = Math.imul(c ^ unit, 2654435761)
    d = Math.imul(d ^ unit, 1597334677)
  }
  return mixed(a, b) + mixed(c, d)
}

const [A, B] = [0xdeadbeef, 0x41c6ce57]
const SEEDS = [0x9e3779b9, 0x85ebca6b] as const

/** 53 bits of two lanes, in hexadecimal. */
function mixed(first: number, second: number): string {
  let [a, b] = [first, second]
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(16).padStart(14, '0')
}
