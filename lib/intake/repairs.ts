import type { Column } from '@/lib/sheet/columns'
import { readPrefecture } from '@/lib/sheet/postal-prefectures'
import { withoutUnit } from './counted-cells'

/** What happened to a text on its way here; each kind is offered by itself, one column at a time. */
export type DamageKind =
  | 'invisible'
  | 'decomposed'
  | 'wide'
  | 'half-kana'
  | 'hyphen'
  | 'apostrophe'
  | 'point-zero'
  | 'lost-zero'
  | 'date'
  | 'prefecture'
  | 'city-repeated'
  | 'unit'

/** What is known around a cell. */
export interface Around {
  /** Country of the order, as a code: whose postal codes and telephone numbers these are. '' when it is not said. */
  readonly country: string
  /** Currency of the line, as a code; '' when it is not said. */
  readonly currency: string
  /** Text of another column of the same line; '' when it is blank. */
  readonly textOf: (column: string) => string
}

/** Mends one kind of damage. @returns the text as it probably was; undefined when it shows no such damage */
export type Repair = (text: string, column: Column, around: Around) => string | undefined

/** In this order: what one repair leaves, the next may go on with. */
export const repairs: Readonly<Record<DamageKind, Repair>> = {
  invisible: unless(text => text.replaceAll(UNSEEN, '').replaceAll(ODD_BLANKS, ' ')),
  decomposed: unless(text => (text.isWellFormed() ? composed(text) : text)),
  wide: (text, { holds }) => (isCode(holds) ? changed(text, narrow(text)) : undefined),
  'half-kana': unless(text => text.replaceAll(HALF_KANA, run => run.normalize('NFKC'))),
  hyphen: (text, { holds }) => {
    if (!isCode(holds)) return holds === 'address' ? changed(text, hyphened(text)) : undefined
    // What is but wide is offered as that.
    const plain = narrow(text)
    return hyphened(plain) === plain ? undefined : changed(text, hyphened(text))
  },
  apostrophe: (text, { holds }) =>
    isCode(holds) ? changed(text, text.replace(/^\s*['’](?=\S)/, '')) : undefined,
  'point-zero': (text, { holds }) => (isWhole(text, holds) ? text.replace(/\.0+$/, '') : undefined),
  'lost-zero': restoreZeros,
  date: (text, { holds }) => (holds === 'address' ? dateToNumbers(text) : undefined),
  prefecture: (text, { id }, { country }) => {
    if (!(id === STATE && country === 'JP') && id !== IMPORTER_STATE) return undefined
    const full = readPrefecture(text)
    return full === undefined || full === text.trim() ? undefined : full
  },
  'city-repeated': (text, { id }, { country, textOf }) => {
    const place = cityBefore[id]
    if (!place || (country !== 'JP' && id === ADDRESS)) return undefined
    return withoutCity(text, textOf(place.state).trim(), textOf(place.city).trim())
  },
  unit: (text, { id }, { currency }) => withoutUnit(text, id, currency),
}

const STATE = 'recipient.state'
const IMPORTER_STATE = 'recipient.importerJapaneseState'
const ADDRESS = 'recipient.address'

/** Prefecture and city of each column of streets. */
const cityBefore: Readonly<Record<string, { readonly state: string; readonly city: string }>> = {
  [ADDRESS]: { state: STATE, city: 'recipient.city' },
  'recipient.importerJapaneseAddress': { state: IMPORTER_STATE, city: 'recipient.importerJapaneseCity' },
}

/** Columns that are repaired by what they mean: a text of plain letters may need it, too. */
export const placeColumns: ReadonlySet<string> = new Set([STATE, IMPORTER_STATE, ...Object.keys(cityBefore)])

/** A text that is surely a municipality: a street may begin with the bare name of its city. */
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

/** Characters that nobody sees: NULs, byte order marks, joiners, marks of direction, soft hyphens; those within emoji stay. */
const UNSEEN = /\0|(?!(?<=\p{Emoji})\u200d)(?![\u{e0020}-\u{e007f}])\p{Cf}/gu
/** Blanks that are none to a computer. The ideographic blank of Japanese names is typed on purpose. */
const ODD_BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f]/g
const HALF_KANA = /[\uff66-\uff9f]+/g
/** Hyphens, dashes and minus signs of all kinds. */
const HYPHENS = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u2500\u2501'
const DIGIT = '[0-9０-９]'
const BETWEEN_DIGITS = new RegExp(`(?<=${DIGIT})\\s?[${HYPHENS}]\\s?(?=${DIGIT})`, 'g')
/** The mark of long vowels, typed where a hyphen was meant. */
const LONG_MARK_BETWEEN_DIGITS = new RegExp(`(?<=${DIGIT})[\u30fc\uff70](?=${DIGIT})`, 'g')

const hyphened = (text: string): string =>
  text.replaceAll(BETWEEN_DIGITS, '-').replaceAll(LONG_MARK_BETWEEN_DIGITS, '-')

const isCode = (holds: Column['holds']): boolean =>
  holds === 'postal' || holds === 'telephone' || holds === 'identifier'

const changed = (before: string, after: string): string | undefined => (after === before ? undefined : after)

function unless(mend: (text: string) => string): Repair {
  return text => changed(text, mend(text))
}

/**
 * Decomposed Hangul and kana put together again. Letters that NFC would replace by others (compatibility ideographs
 * such as 神 in another form of the same name) stay as they were typed.
 */
const composed = (text: string): string =>
  text.replaceAll(
    /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|.[\u3099\u309a]|\p{Script=Latin}\p{Mn}+/gu,
    run => run.normalize('NFC'),
  )

/** Digits, Latin letters and signs in their narrow form; kana and ideographs stay. */
const narrow = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')

/** A whole number with zeros behind its point. A short identifier may mean them: 4202.30 is a tariff number. */
const isWhole = (text: string, holds: Column['holds']): boolean =>
  isCode(holds) && (holds === 'identifier' ? /^\d{8,}\.0+$/ : /^\d+\.0+$/).test(text)

/** Leading zeros that a spreadsheet took for nothing. Offered where the length of such numbers tells it. */
function restoreZeros(text: string, { holds }: Column, { country }: Around): string | undefined {
  const digits = text.trim()
  if (holds === 'postal') {
    if (country === 'JP' && /^\d{5,6}$/.test(digits)) {
      const full = digits.padStart(7, '0')
      return `${full.slice(0, 3)}-${full.slice(3)}`
    }
    // What has its hyphen still lost zeros before it alone.
    if (country === 'JP' && /^\d{1,2}-\d{4}$/.test(digits)) return digits.padStart(8, '0')
    if (country === 'KR' && /^\d{4}$/.test(digits)) return `0${digits}`
    if (country === 'US' && /^\d{3,4}$/.test(digits)) return digits.padStart(5, '0')
  }
  if (holds === 'telephone') {
    // 90-1234-5678, 3-1234-5678; 10-1234-5678, 2-123-4567: never with a + or another zero before.
    if (country === 'JP' && /^[1-9]\d{0,3}-?\d{1,4}-?\d{4}$/.test(digits) && [9, 10].includes(count(digits)))
      return `0${digits}`
    if (country === 'KR' && /^(?:1[016789]|[2-6]\d?|70)-?\d{3,4}-?\d{4}$/.test(digits)) return `0${digits}`
  }
  return undefined
}

const count = (text: string): number => text.replaceAll(/\D/g, '').length

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A house number that a spreadsheet took for a day: 3-2 became 3月2日, Mar-02, 2026-03-02. */
function dateToNumbers(text: string): string | undefined {
  const day = text.trim()
  // Behind the name of the street, too: shops put an address together of cells of which one was the number.
  const east = day.replace(/(?<!\d)(\d{1,2})[月월]\s?(\d{1,2})[日일]$/, '$1-$2')
  if (east !== day) return east
  const iso = /^(?:19|20)\d\d-(\d\d)-(\d\d)(?: 00:00(?::00)?)?$/.exec(day)
  if (iso) return `${Number(iso[1])}-${Number(iso[2])}`
  const monthFirst = /^([A-Za-z]{3})-(\d{1,2})$/.exec(day)
  if (monthFirst) return numbersOf(monthFirst[1], monthFirst[2])
  // 2-Mar is how the English program shows what was typed as 3-2 or 2-3; its own order is month first.
  const dayFirst = /^(\d{1,2})-([A-Za-z]{3})$/.exec(day)
  return dayFirst ? numbersOf(dayFirst[2], dayFirst[1]) : undefined
}

function numbersOf(month = '', day = ''): string | undefined {
  const at = MONTHS.indexOf(month.toLowerCase())
  return at === -1 ? undefined : `${at + 1}-${Number(day)}`
}
