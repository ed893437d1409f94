import { type HeadingParts, partsOfHeading } from '@/lib/import/match/dictionary/heading-parts'
import { topicOfHeading } from '@/lib/import/match/dictionary/heading-topics'
import { codeOfValue } from '@/lib/import/recipe/values/value-maps'
import type { Column } from '@/lib/sheet/schema/columns'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { valueMapOf } from './column-rules'
import { readHeading } from './read-heading'
import { isPostalCode, mostMatch, type ValuePattern, valuePatternOf } from './value-patterns'

/** A column of the file that is not mapped. */
interface UnmappedColumn {
  readonly name: string
  readonly samples: readonly string[]
}

/** A column of the file that is suggested for a column of the sheet. */
export interface Candidate<T extends UnmappedColumn> {
  readonly column: T
  /** Whether its heading names the buyer. */
  readonly isBuyer: boolean
}

/** Maximum number of suggestions: a longer list would not help. */
const MAX_CANDIDATES = 3

/** Scores of a match. A merely possible shape scores nothing: any text may be a name, any number a quantity. */
const fitScores = { heading: 4, topic: 2, shape: 1 } as const

/**
 * Columns of the file that probably belong to a column of the sheet, the most probable first: those with a matching
 * heading or with a distinctive pattern, otherwise the only possible one. Columns of other people are excluded, except
 * the buyer's if the recipient has none; these are labelled.
 */
export function candidatesFor<T extends UnmappedColumn>(
  column: Column,
  free: readonly T[],
  sheet: SheetId,
): readonly Candidate<T>[] {
  const possible = free.flatMap(one => {
    const shape = shapeOf(column, one.samples)
    const person = partsOfHeading(one.name)
    if (shape === 'none' || meansAnother(column, one.name, sheet, person)) return []
    const headingFit = fitOf(column, one.name, sheet, person)
    return [
      {
        column: one,
        isBuyer: person?.party === 'buyer',
        shape,
        fit: headingFit + (shape === 'certain' ? fitScores.shape : 0),
      },
    ]
  })
  const own = possible.filter(({ isBuyer }) => !isBuyer)
  const likely = own.filter(({ fit }) => fit > 0).toSorted((a, b) => b.fit - a.fit)
  const found = likely.length > 0 ? likely : own.length === 1 ? own : []
  const chosen =
    found.length > 0 ? found : possible.filter(({ isBuyer, fit }) => isBuyer && fit > fitScores.shape)
  return chosen.slice(0, MAX_CANDIDATES).map(({ column: one, isBuyer }) => ({ column: one, isBuyer }))
}

/** How well a heading matches a column of the sheet. */
function fitOf({ id }: Column, heading: string, sheet: SheetId, person: HeadingParts | undefined): number {
  if (readHeading(heading, sheet)?.column === id) return fitScores.heading
  if (person && id.startsWith('recipient.')) return id.endsWith(`.${person.field}`) ? fitScores.heading : 0
  const about = topicOfHeading(heading, sheet)
  return about !== undefined && about !== 'recipient' && about === topicOfHeading(id, sheet)
    ? fitScores.topic
    : 0
}

/** Whether a heading means another column or another person. */
function meansAnother(
  { id }: Column,
  heading: string,
  sheet: SheetId,
  person: HeadingParts | undefined,
): boolean {
  const meaning = readHeading(heading, sheet)
  if (meaning?.column !== undefined && !meaning.isMisspelt && meaning.column !== id)
    return !isAddress(meaning.column, id)
  if (!person) return meaning !== undefined && meaning.column === undefined
  if (person.party === 'buyer') return !id.startsWith('recipient.')
  return meaning?.column === undefined && person.field !== 'company'
}

/** 住所2 may be the street or its detail. */
const isAddress = (a: string, b: string): boolean =>
  [a, b].every(id => /^recipient\.(state|city|address|addressDetail)$/.test(id))

type Shape = 'none' | 'possible' | 'certain'

/** Distinctive patterns of columns. */
const patternsByColumn: readonly (readonly [RegExp, readonly ValuePattern[]])[] = [
  [/zipCode$/i, ['postal-code']],
  [/contact$/, ['phone']],
  [/email$/, ['email']],
  [/imageUrl$|mainImage$/, ['image']],
  [/[uU]rl$/, ['page', 'image']],
  [/domesticShippingNumber$/, ['waybill']],
  [/CustomsClearanceCode$/, ['customs-code']],
  [/(?<!origin)country$/i, ['country']],
  [/originCountry$/, ['country']],
  [/currency$/, ['currency']],
  [/state$/i, ['prefecture']],
  [/address$/i, ['address']],
]

function shapeOf({ id, kind, url }: Column, samples: readonly string[]): Shape {
  const texts = samples.map(text => text.normalize('NFKC').trim())
  if (texts.length === 0) return 'none'
  const pattern = valuePatternOf(texts)
  const wanted = patternsByColumn.find(([pattern]) => pattern.test(id))?.[1]
  if (pattern !== undefined && wanted?.includes(pattern)) return 'certain'
  const passes = (test: (text: string) => boolean): Shape => (mostMatch(texts, test) ? 'possible' : 'none')
  if (url) return passes(text => /^https?:\/\//i.test(text))
  const map = valueMapOf(id)
  if (map) return mostMatch(texts, text => codeOfValue(text, map) !== undefined) ? 'certain' : 'none'
  if (kind === 'choice' || kind === 'flag') return 'none'
  if (/zipCode$/i.test(id))
    return mostMatch(texts, isPostalCode) ? 'certain' : passes(text => /^\d{5}$/.test(text))
  // Seven digits are a postal code, not a telephone number.
  if (/contact$/.test(id)) return passes(isPhone)
  if (/email$/.test(id)) return 'none'
  if (kind === 'number') return passes(isNumber)
  if (kind === 'integer') return passes(text => isNumber(text) && !text.includes('.') && text.length < 7)
  if (/mallOrderNumber$|shopProductId$/.test(id)) return passes(isCode)
  // A text with another pattern is neither a name nor an address.
  if (pattern !== undefined && pattern !== 'number') return 'none'
  return passes(text => !isNumber(text) && !isNumberOfOurs(text))
}

const isPhone = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '').length
  return /^'?[+(\d][\d\s()-]{6,}$/.test(text) && digits >= 9 && digits <= 15 && !isPostalCode(text)
}

const isNumber = (text: string): boolean => /^[-+]?[\d,]*\d(\.\d+)?\s*(kg|g|원|円|￦|₩|¥|￥|\$)?$/i.test(text)
const isCode = (text: string): boolean =>
  /\d/.test(text) && text.length >= 3 && !/\s/.test(text) && !isDate.test(text)
/** 2026-11-30, 11/30, 令和8年11月30日, 11월30일: the day of an order, which it shares with others. */
const isDate =
  /^(?:\p{Script=Han}{2}|[MTSHR])?\d{1,4}[-./年년]\d{1,2}[-./月월]\d{1,2}[日일]?$|^\d{1,2}(?:\/\d{1,2}|[月월]\d{1,2}[日일])$/u
/** R-1 and P123456789012 are identifiers, not names. */
const isNumberOfOurs = (text: string): boolean => /^https?:|@|^[#a-z]{0,4}[-_]?\d[\d-]*$/i.test(text)
