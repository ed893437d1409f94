import { valueAt } from '@/lib/contract/json/member'
import { readJson } from '@/lib/sheet/codecs/json'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** The placeholder of a value in a template. */
const VALUE = '…'
/** The placeholder of a number in a template. */
const NUMBER = '#'

// A quotation mark that nothing closes takes the rest of the text, so that no later one looks for its end again.
const quoted = [
  /(“)([^”]*)(”|$)/gu,
  /(‘)([^’]*)(’|$)/gu,
  /(「)([^」]*)(」|$)/gu,
  /(『)([^』]*)(』|$)/gu,
  /(")([^"]*)("|$)/gu,
  /(`)([^`]*)(`|$)/gu,
  // An apostrophe within a word quotes nothing.
  /(?<![\p{Script=Latin}\d])(')([^']*)(')(?!\p{Script=Latin})/gu,
]
const number = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu

/** How the parts of a message are masked; both masks hide the same parts. */
interface Mask {
  readonly value: (text: string) => string
  readonly number: (digits: string) => string
}

const template: Mask = { value: () => VALUE, number: () => NUMBER }
/** Keeps the length of what it hides, up to `MAX_SHAPE` characters, so that a reader sees what kind of value it was. */
const shape: Mask = {
  value: text => '•'.repeat(Math.min(MAX_SHAPE, Math.max(1, [...text].length))),
  number: digits => digits.replaceAll(/\p{Nd}/gu, NUMBER),
}
const MAX_SHAPE = 12

/**
 * A message of the service without the values in it: two messages with the same prose have the same template. Quoted
 * texts, addresses and the given values become `…`, numbers `#`. Templates are only compared with each other, never
 * with a text in the code.
 * @param values texts of the record that the message is about (`valuesOf`)
 */
export const messageTemplate = (message: string, values: readonly string[]): string =>
  masked(message, values, template)

/** A message as an example that may be kept: without the same parts, whose length it shows. */
export const messageExample = (message: string, values: readonly string[]): string =>
  masked(message, values, shape)

function masked(message: string, values: readonly string[], mask: Mask): string {
  let text = message.replaceAll(/\s+/gu, ' ').trim()
  for (const value of values) if (text.includes(value)) text = withoutValue(text, value, mask)
  for (const pattern of quoted) {
    text = text.replaceAll(pattern, (found, open: string, value: string, close: string) =>
      close === '' ? found : `${open}${mask.value(value)}${close}`,
    )
  }
  return withoutAddresses(text, mask).replaceAll(number, mask.number)
}

/** Masks URLs and email addresses. Nothing is searched twice, however long the text is without a blank. */
function withoutAddresses(text: string, mask: Mask): string {
  let masked = ''
  let at = 0
  let url = findUrl(text, 0)
  for (let stretch = next(STRETCH, text, 0); stretch; stretch = next(STRETCH, text, at)) {
    const start = stretch.index
    const end = start + stretch[0].length
    if (url && url.index < start) url = findUrl(text, start)
    // An email address begins with its stretch: where none does, a later character begins none either.
    const email = url?.index === start ? undefined : next(EMAIL, text, start)
    const found = email ?? (url && url.index < end ? url : undefined)
    masked += text.slice(at, found?.index ?? end)
    at = found ? found.index + found[0].length : end
    if (found) masked += mask.value(found[0])
  }
  return masked + text.slice(at)
}

const STRETCH = /[^\s"'“‘「(<]+/gu
const EMAIL = /[^\s"'“‘「(<]+@[^\s"'’”」)>]+/uy
/** A word that may be the scheme of a URL, and the rest of the URL if it is one. */
const SCHEME = /\b[a-z][a-z\d+.-]*(:\/\/[^\s"'’”」]+)?/giu

function findUrl(text: string, from: number): RegExpExecArray | undefined {
  let word = next(SCHEME, text, from)
  while (word && word[1] === undefined) word = next(SCHEME, text, word.index + word[0].length)
  return word
}

/** What a pattern matches at `at`, or, unless it is sticky, behind it. */
function next(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** Masks a value wherever it is a whole word: not `EU` in `Europe`. */
function withoutValue(text: string, value: string, mask: Mask): string {
  const begin = wordLetter.test(value) ? '(?<![\\p{Script=Latin}\\p{Nd}])' : ''
  const end = wordLetter.test(value.slice(-1)) ? '(?![\\p{Script=Latin}\\p{Nd}])' : ''
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return text.replaceAll(new RegExp(`${begin}${escaped}${end}`, 'gu'), mask.value)
}

const wordLetter = /^[\p{Script=Latin}\p{Nd}]/u

/** Shorter values are more likely a part of the prose. */
const MIN_LENGTH = 2

/**
 * Texts of a record that a message about it may quote, the longest first: those of its free texts, and the words of its
 * personal data. Choices such as `JPY` are left out, because they are a part of what a message says.
 * @param payload the JSON of the record as it was sent
 */
export function valuesOf(payload: string, { columns, lines }: Sheet): readonly string[] {
  const record = readJson(payload)
  const elements = valueAt(record, lines)
  const values = new Set<string>()
  for (const column of columns) {
    if ((column.kind !== 'text' && column.kind !== 'list') || column.choices || column.hint?.choices) continue
    const sources = column.scope === 'record' ? [record] : Array.isArray(elements) ? elements : []
    const found = sources.map(source => valueAt(source, column.path))
    for (const text of found.flat())
      if (typeof text === 'string') for (const value of quotable(text, column)) values.add(value)
  }
  return [...values].sort((a, b) => b.length - a.length)
}

/** What a message may quote of a text. */
function quotable(text: string, { personal }: Column): readonly string[] {
  const whole = text.replaceAll(/\s+/gu, ' ').trim()
  return (personal ? [whole, ...whole.split(' ')] : [whole]).filter(({ length }) => length >= MIN_LENGTH)
}
