import { withoutUnit } from '@/lib/import/recipe/values/units'
import type { Column } from '@/lib/sheet/schema/columns'
import { importerColumns, recipientColumns } from '@/lib/sheet/schema/japanese-addresses'
import { otherPrefectures, prefecturesOf, readPrefecture } from '@/lib/sheet/schema/prefectures'

/** A kind of damage; each kind is offered separately, one column at a time. */
export type DamageKind =
  | 'text-formula'
  | 'invisible'
  | 'decomposed'
  | 'wide'
  | 'half-kana'
  | 'hyphen'
  | 'apostrophe'
  | 'postal-mark'
  | 'honorific'
  | 'point-zero'
  | 'lost-zero'
  | 'date'
  | 'prefecture'
  | 'city-repeated'
  | 'unit'

/** What a repair may ask about the line of its cell. */
export interface CellContext {
  /** Code of the order's country, which decides about postal codes and telephone numbers; '' if it has none. */
  readonly country: string
  /** Code of the line's currency; '' if it has none. */
  readonly currency: string
  /** Text of another column of the same line; '' when it is blank. */
  readonly textOf: (column: string) => string
}

/**
 * Repairs one kind of damage.
 * @returns the probable original text; undefined if the text has no such damage
 */
type Repair = (text: string, column: Column, around: CellContext) => string | undefined

/** All repairs, in the order in which they are tried: a repair may apply to the result of the one before. */
export const repairs: Readonly<Record<DamageKind, Repair>> = {
  'text-formula': whenChanged(text => text.replace(TEXT_FORMULA, '$<text>')),
  invisible: whenChanged(text => text.replaceAll(UNSEEN, '').replaceAll(ODD_BLANKS, ' ')),
  decomposed: whenChanged(text => (text.isWellFormed() ? compose(text) : text)),
  wide: (text, { holds }) => (isCode(holds) ? changed(text, toNarrow(text)) : undefined),
  'half-kana': whenChanged(text => text.replaceAll(HALF_KANA, run => run.normalize('NFKC'))),
  hyphen: (text, { holds }) => {
    if (!isCode(holds)) return holds === 'address' ? changed(text, withHyphens(text)) : undefined
    // A text that only has full-width characters is offered as `wide`.
    const plain = toNarrow(text)
    return withHyphens(plain) === plain ? undefined : changed(text, withHyphens(text))
  },
  apostrophe: (text, { holds }) =>
    isCode(holds) ? changed(text, text.replace(/^\s*['’](?=\S)/, '')) : undefined,
  'postal-mark': (text, { holds }) =>
    holds === 'postal' ? changed(text, text.replace(POSTAL_MARK, '')) : undefined,
  honorific: (text, { holds }) =>
    holds === 'person' ? changed(text, text.replace(HONORIFIC, '$<name>')) : undefined,
  'point-zero': (text, { holds }) => (hasPointZero(text, holds) ? text.replace(/\.0+$/, '') : undefined),
  'lost-zero': restoreZeros,
  date: (text, { holds }) => (holds === 'address' ? dateToNumbers(text) : undefined),
  prefecture: (text, { id }, { country }) => {
    if (!(id === recipientColumns.state && country === 'JP') && id !== importerColumns.state) return undefined
    const full = readPrefecture(text)
    return full === undefined || full === text.trim() ? undefined : full
  },
  'city-repeated': (text, { id }, { country, textOf }) => {
    const columns = addresses.find(({ address }) => address === id)
    if (!columns || (country !== 'JP' && columns === recipientColumns)) return undefined
    return withoutCity(text, textOf(columns.state).trim(), textOf(columns.city).trim())
  },
  unit: (text, { id }, { currency }) => withoutUnit(text, id, currency),
}

const addresses = [recipientColumns, importerColumns]

/** Columns that are repaired by their meaning, so that plain texts are checked as well. */
export const addressColumns: ReadonlySet<string> = new Set(
  addresses.flatMap(({ state, address }) => [state, address]),
)

/** A text that is certainly a municipality: a street may begin with the bare name of its city. */
const MUNICIPALITY = /[市区町村]$|[-\s](?:shi|ku|cho|machi|mura|son)$/i

/** An address without the prefecture and the city that it begins with; undefined where the city does not begin it. */
function withoutCity(text: string, state: string, city: string): string | undefined {
  if (!MUNICIPALITY.test(city)) return undefined
  const behindState =
    state !== '' && text.trimStart().startsWith(state) ? text.trimStart().slice(state.length) : text
  const from = behindState.replace(LEADING_BREAK, '')
  if (!from.startsWith(city)) return undefined
  const street = from.slice(city.length).replace(LEADING_BREAK, '').trimEnd()
  return street === '' ? undefined : street
}

const LEADING_BREAK = /^[\s,、，]+/

/** `="0123"`, with which shops keep spreadsheets from removing zeros of CSV files; some double its quotes. */
const TEXT_FORMULA = /^\s*=(?<quotes>""?)(?<text>[^"]*)\k<quotes>\s*$/

/** Invisible characters: NUL, byte order marks, joiners, direction marks, soft hyphens; joiners within emoji stay. */
const UNSEEN = /\0|(?!(?<=\p{Emoji})\u200d)(?![\u{e0020}-\u{e007f}])\p{Cf}/gu
/** Unusual blanks. The ideographic blank of Japanese names is not one, because it is typed on purpose. */
const ODD_BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f]/g
const HALF_KANA = /[\uff66-\uff9f]+/g
/** Hyphens, dashes and minus signs of all kinds. */
const HYPHENS = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u2500\u2501'
const DIGIT = '[0-9０-９]'
const BETWEEN_DIGITS = new RegExp(`(?<=${DIGIT})\\s?[${HYPHENS}]\\s?(?=${DIGIT})`, 'g')
/** The long vowel mark, typed instead of a hyphen. */
const LONG_MARK_BETWEEN_DIGITS = new RegExp(`(?<=${DIGIT})[\u30fc\uff70](?=${DIGIT})`, 'g')

const withHyphens = (text: string): string =>
  text.replaceAll(BETWEEN_DIGITS, '-').replaceAll(LONG_MARK_BETWEEN_DIGITS, '-')

/** 〒, with which shops write a postal code in one cell. */
const POSTAL_MARK = /^\s*〒\s*/
/**
 * A title after a name, which waybills print themselves. Names such as 鵜殿 end in 殿 and あさま in さま, so these need a
 * blank or, for さま, another script before them. お客様 and ご担当者様 are not names.
 */
const HONORIFIC =
  /^(?!お客|ご担当|御担当)(?<name>.*\S)(?:\s*(?:様|御中|님|귀하)|\s+(?:殿|さま|サマ)|(?<=\p{Script=Han})さま)\s*$/u

const isCode = (holds: Column['holds']): boolean =>
  holds === 'postal' || holds === 'telephone' || holds === 'identifier'

const changed = (before: string, after: string): string | undefined => (after === before ? undefined : after)

function whenChanged(mend: (text: string) => string): Repair {
  return text => changed(text, mend(text))
}

/**
 * Composes decomposed Hangul and kana. Letters that NFC would replace (compatibility ideographs such as 神 in another
 * form) stay as they were typed.
 */
const compose = (text: string): string =>
  text.replaceAll(
    /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|.[\u3099\u309a]|\p{Script=Latin}\p{Mn}+/gu,
    run => run.normalize('NFC'),
  )

/** Digits, Latin letters and signs in their narrow form; kana and ideographs stay. */
const toNarrow = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')

/** A whole number with zeros after its decimal point. Short identifiers may need them: 4202.30 is a tariff number. */
const hasPointZero = (text: string, holds: Column['holds']): boolean =>
  isCode(holds) && (holds === 'identifier' ? /^\d{8,}\.0+$/ : /^\d+\.0+$/).test(text)

/** Restores leading zeros that a spreadsheet removed, if the length of such numbers shows the loss. */
function restoreZeros(
  text: string,
  { id, holds }: Column,
  { country, textOf }: CellContext,
): string | undefined {
  const digits = text.trim()
  if (holds === 'postal') {
    // A code with its hyphen can have lost only leading zeros.
    if (country === 'JP' && /^(?:\d{5,6}|\d{1,2}-\d{4})$/.test(digits)) {
      const full = digits.replace('-', '').padStart(7, '0')
      const state = addresses.find(({ zipCode }) => zipCode === id)?.state ?? ''
      return isCodeOf(full, textOf(state)) ? `${full.slice(0, 3)}-${full.slice(3)}` : undefined
    }
    if (country === 'KR' && /^\d{4}$/.test(digits)) return `0${digits}`
    if (country === 'US' && /^\d{3,4}$/.test(digits)) return digits.padStart(5, '0')
  }
  if (holds === 'telephone') {
    // 90-1234-5678, 3-1234-5678; 10-1234-5678, 2-123-4567: never with a + or another zero before.
    if (
      country === 'JP' &&
      /^[1-9]\d{0,3}-?\d{1,4}-?\d{4}$/.test(digits) &&
      [9, 10].includes(countDigits(digits))
    )
      return `0${digits}`
    if (country === 'KR' && /^(?:1[016789]|[2-6]\d?|70)-?\d{3,4}-?\d{4}$/.test(digits)) return `0${digits}`
  }
  return undefined
}

/** Whether a code of seven digits can lie in a prefecture: 99999 in 福岡県 is a made-up code, and lost no zeros. */
const isCodeOf = (digits: string, state: string): boolean =>
  prefecturesOf(digits).length > 0 && otherPrefectures(state, digits) === undefined

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A house number that a spreadsheet took for a day: 3-2 became 3月2日, Mar-02, 2026-03-02. */
function dateToNumbers(text: string): string | undefined {
  const day = text.trim()
  // Also after the name of the street: shops join addresses from cells, and one of them was the number.
  const east = day.replace(/(?<!\d)(\d{1,2})[月월]\s?(\d{1,2})[日일]$/, '$1-$2')
  if (east !== day) return east
  const iso = /^(?:19|20)\d\d-(\d\d)-(\d\d)(?: 00:00(?::00)?)?$/.exec(day)
  if (iso) return `${Number(iso[1])}-${Number(iso[2])}`
  const monthFirst = /^([A-Za-z]{3})-(\d{1,2})$/.exec(day)
  if (monthFirst) return numbersOf(monthFirst[1], monthFirst[2])
  // English spreadsheets show a typed 3-2 or 2-3 as 2-Mar; their own order is month first.
  const dayFirst = /^(\d{1,2})-([A-Za-z]{3})$/.exec(day)
  return dayFirst ? numbersOf(dayFirst[2], dayFirst[1]) : undefined
}

function numbersOf(month = '', day = ''): string | undefined {
  const at = MONTHS.indexOf(month.toLowerCase())
  return at === -1 ? undefined : `${at + 1}-${Number(day)}`
}
