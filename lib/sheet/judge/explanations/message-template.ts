import { memberOf, readJson } from '@/lib/sheet/codecs/json'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** The placeholder of a value in a template. */
const VALUE = '…'
/** The placeholder of a number in a template. */
const NUMBER = '#'

const quoted = [
  /“[^”]*”/gu,
  /‘[^’]*’/gu,
  /「[^」]*」/gu,
  /『[^』]*』/gu,
  /"[^"]*"/gu,
  /`[^`]*`/gu,
  // An apostrophe within a word quotes nothing.
  /(?<![\p{Script=Latin}\d])'[^']*'(?!\p{Script=Latin})/gu,
]
const address = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'’”」]+|[^\s"'“‘「(<]+@[^\s"'’”」)>]+/giu
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
    text = text.replaceAll(
      pattern,
      found => `${found.slice(0, 1)}${mask.value(found.slice(1, -1))}${found.slice(-1)}`,
    )
  }
  return text.replaceAll(address, mask.value).replaceAll(number, mask.number)
}

/** Masks a value wherever it is a word: `EU` is none in `Europe`. */
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
  const elements = lines.reduce<unknown>(memberOf, record)
  const values = new Set<string>()
  for (const column of columns) {
    if ((column.kind !== 'text' && column.kind !== 'list') || column.choices || column.hint?.choices) continue
    const sources = column.scope === 'record' ? [record] : Array.isArray(elements) ? elements : []
    for (const source of sources) {
      const found = column.path.reduce<unknown>(memberOf, source)
      for (const text of [found].flat()) {
        if (typeof text !== 'string') continue
        const whole = text.replaceAll(/\s+/gu, ' ').trim()
        for (const value of column.personal ? [whole, ...whole.split(' ')] : [whole])
          if (value.length >= MIN_LENGTH) values.add(value)
      }
    }
  }
  return [...values].sort((a, b) => b.length - a.length)
}
