import 'server-only'
import { exactNumber, readStrictJson } from '@/lib/contract/json/strict-json'
import type { SplitterOptions } from './json-list-splitter'
import type { JsonSlice } from './json-slice'

/**
 * Limits for one request. The 16 MB of one element bound the memory of a body of any size. The default number of
 * elements is the maximum of the API document.
 */
export const splitterOptions = (list: string, maxElements = 2147483647): SplitterOptions => ({
  list,
  maxElements,
  maxSliceBytes: 16 * 1024 * 1024,
})

/**
 * Parses one element with JSON.parse, which is many times faster than the strict parser. If a number may be rounded, the
 * strict parser is used, which reads integers beyond 2^53 as bigint. Of a key that an object has twice, the last
 * value counts in both.
 * @returns undefined if it is not JSON
 */
export function readElement(slice: JsonSlice): { readonly value: unknown } | undefined {
  const { buffer, start, end } = slice
  const text = buffer.toString('utf8', start, end)
  if (holdsLongNumber(text) || EXPONENT.test(text) || holdsTinyNumber(text)) {
    const strict = readStrictJson(buffer.subarray(start, end), exactNumber, 'last')
    return strict.ok ? strict : undefined
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Parses one element as Latin-1, in half the time. Everything is exact except texts and keys beyond ASCII,
 * which come garbled and longer. The result is valid JSON exactly if the input is, because such bytes occur
 * in strings.
 * @param slice valid UTF-8
 * @returns undefined if `readElement` is needed: the text may be no JSON, or holds a number that would be
 * rounded
 */
export function readElementAsLatin1({
  buffer,
  start,
  end,
}: JsonSlice): { readonly value: unknown } | undefined {
  const text = buffer.toString('latin1', start, end)
  if (holdsLongNumber(text) || holdsTinyNumber(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** A number with a positive exponent, such as `1e18`, outside of strings. A match inside a string only costs time. */
const EXPONENT = /\d[eE]\+?\d+[\s,}\]]/

/** A number with a negative exponent of three digits or more. A match inside a string only costs time. */
const TINY_NUMBER = /\d[eE]-0*[1-9]\d\d/

/** Whether a text may hold a number so close to 0 that a double makes it 0, such as `1e-400`, which is no integer. */
const holdsTinyNumber = (text: string): boolean =>
  // Most texts have no such pair, and are searched many times faster than by a pattern.
  (text.includes('e-') || text.includes('E-')) && TINY_NUMBER.test(text)

/** A double represents every number with fewer digits, unless it is closer to 0 than any double. */
const LONG_NUMBER_DIGITS = 16

/**
 * Whether 16 digits or points follow each other, as in a number that a double may round. A match inside a string
 * only costs time. Looks at every 16th character, because a run of 16 cannot lie between two of them.
 */
export function holdsLongNumber(text: string): boolean {
  for (let at = LONG_NUMBER_DIGITS - 1; at < text.length; at += LONG_NUMBER_DIGITS) {
    if (!isDigitOrPoint(text, at)) continue
    let start = at
    while (isDigitOrPoint(text, start - 1)) start--
    let end = at + 1
    while (isDigitOrPoint(text, end)) end++
    if (end - start >= LONG_NUMBER_DIGITS) return true
  }
  return false
}

function isDigitOrPoint(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 48 && code <= 57) || code === POINT
}

const POINT = 46
