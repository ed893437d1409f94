import { withoutTrailingZeros } from '@/lib/contract/characters'

/**
 * JSON nested deeper than this is refused: `JSON.parse` accepts two million levels, and code that walks them overflows.
 */
export const MAX_DEPTH = 64

/** Result of a strict reading: the value, or a sentence for the log about what is wrong and where. */
export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false
      readonly reason: string
      /** A key that an object has twice, so that its value is ambiguous. */
      readonly twice?: string
    }

/** An object has a key twice. */
class Contradiction extends SyntaxError {
  constructor(readonly key: string) {
    super(`the key ${JSON.stringify(key)} twice`)
  }
}

/**
 * Reads bytes as strict JSON (RFC 8259): UTF-8 without a byte order mark, at most 64 levels, no key twice in
 * an object. Objects have no prototype, so a `__proto__` key is a key like any other.
 * @param number makes the value of a number from its digits; the default keeps integers beyond 2^53 as bigint.
 * @param repeatedKey whether a key that an object has twice is refused, or its last value counts, as with JSON.parse
 */
export function readStrictJson(
  bytes: Uint8Array,
  number: (text: string) => unknown = exactNumber,
  repeatedKey: 'refused' | 'last' = 'refused',
): StrictJson {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { ok: true, value: parseStrict(text, number, repeatedKey) }
  } catch (error) {
    const twice = error instanceof Contradiction ? { twice: error.key } : {}
    return { ok: false, reason: error instanceof Error ? error.message : 'unreadable', ...twice }
  }
}

/**
 * A number from its text, or a bigint when it is an integer that a number would round, however it is written: `1e18`. A
 * fraction that a number would drop becomes the smallest that it can hold: `2147483647.0000000000000001` is not an
 * integer.
 */
export function exactNumber(text: string): number | bigint {
  if (INTEGER.test(text)) return integerOf(text)
  const value = Number(text)
  if (!Number.isInteger(value)) return value
  const [, whole = '', fraction = '', exponent = ''] = PARTS.exec(text) ?? []
  const digits = whole + fraction
  const significant = withoutTrailingZeros(digits)
  /** The power of ten of the last digit that is not 0. */
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  const isInteger = value === 0 ? !/[1-9]/.test(digits) : power >= 0
  if (Number.isSafeInteger(value)) return isInteger ? value : withFraction(value)
  if (!isInteger || Math.abs(value) > BEYOND_INT64) return value
  return BigInt(significant) * 10n ** BigInt(power)
}

/** More characters than an integer of 64 bits has. */
const MAX_BIGINT_LENGTH = 40

/**
 * An integer from its decimal digits, or a bigint when a number would round it. One that is far beyond 64 bits is
 * rounded: making a bigint of millions of digits takes many seconds.
 */
export function integerOf(digits: string): number | bigint {
  const value = Number(digits)
  if (Number.isSafeInteger(value)) return value
  if (digits.length <= MAX_BIGINT_LENGTH) return BigInt(digits)
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE))
}

/** An integer as JSON usually writes it: no fraction, no exponent. */
const INTEGER = /^-?\d+$/
const PARTS = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** No field holds an integer beyond it, so it may be rounded. */
const BEYOND_INT64 = 1e19

/** The largest number that is not an integer. */
const LARGEST_FRACTION = 2 ** 52 - 0.5

/** The next number that is not an integer, with the same sign: -1e-400 is rounded to -0. */
function withFraction(value: number): number {
  const size = Math.abs(value)
  const next = Math.min(size + size * 0.75 * Number.EPSILON || Number.MIN_VALUE, LARGEST_FRACTION)
  return value < 0 || Object.is(value, -0) ? -next : next
}

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const KEYWORD = /true|false|null/y
const keywords = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function parseStrict(
  text: string,
  number: (text: string) => unknown,
  repeatedKey: 'refused' | 'last',
): unknown {
  let at = 0
  const value = read(0)
  skip()
  if (at < text.length) fail('text after the value')
  return value

  function read(depth: number): unknown {
    if (depth > MAX_DEPTH) fail('too deep')
    skip()
    switch (text[at]) {
      case '{':
        return readObject(depth)
      case '[':
        return readList(depth)
      case '"':
        return readString()
    }
    const word = take(KEYWORD)
    if (word !== undefined) return keywords.get(word)
    const digits = take(NUMBER)
    return digits === undefined ? fail('no value') : number(digits)
  }

  function readObject(depth: number) {
    const object: Record<string, unknown> = Object.create(null)
    members('}', () => {
      skip()
      const key = readString()
      if (repeatedKey === 'refused' && key in object) throw new Contradiction(key)
      skip()
      if (text[at] !== ':') fail('no colon')
      at++
      object[key] = read(depth + 1)
    })
    return object
  }

  function readList(depth: number) {
    const list: unknown[] = []
    members(']', () => list.push(read(depth + 1)))
    return list
  }

  function members(end: string, member: () => void) {
    at++
    skip()
    if (text[at] === end) {
      at++
      return
    }
    for (;;) {
      member()
      skip()
      const mark = text[at]
      at++
      if (mark === end) return
      if (mark !== ',') fail('no comma')
    }
  }

  /** `JSON.parse` judges escapes and control characters. */
  function readString(): string {
    const end = text[at] === '"' ? closingQuote(text, at) : -1
    if (end === -1) fail('no text')
    const quoted = text.slice(at, end + 1)
    at = end + 1
    return JSON.parse(quoted)
  }

  function skip() {
    take(SPACE)
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }

  function fail(what: string): never {
    throw new SyntaxError(`${what} at character ${at}`)
  }
}

/**
 * Position of the quote that closes a text; -1 if none does. A pattern would overflow the stack in a text of millions of
 * escapes.
 */
function closingQuote(text: string, opening: number): number {
  let end = text.indexOf('"', opening + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** Whether a character is escaped: an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === '\\') before--
  return (at - before) % 2 === 0
}
