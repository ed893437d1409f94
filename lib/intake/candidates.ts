import type { Column } from '@/lib/sheet/columns'
import type { SheetId } from '@/lib/sheet/sheets'
import { concernOf } from './concerns'
import { readHeading } from './guess-headings'
import { mapOf } from './guess-rules'
import { isPostalCode, type Looks, looksOf, most } from './guess-values'
import { type HeadingParts, partsOfHeading } from './heading-parts'
import { meaningOf } from './value-maps'

/** A column of the file that is mapped to nothing. */
interface Free {
  readonly name: string
  readonly samples: readonly string[]
}

/** A column of the file that is suggested for a column of the sheet. */
export interface Candidate<T extends Free> {
  readonly column: T
  /** Whether its heading says that it is the buyer's. */
  readonly isBuyers: boolean
}

/** Three at most: more are a list to read, and no suggestion. */
const SHOWN = 3

/** How well a column fits. A plain fit says nothing by itself: any text may be a name, any number a quantity. */
const fits = { heading: 4, concern: 2, shape: 1 } as const

/**
 * Columns of a file that are likely to be a column of the sheet, the likeliest first: those whose headings say so or whose
 * texts have a shape that nothing else has, else the only one that could be it. Columns of other people are not among
 * them, but for the buyer's where the recipient has none, labelled as such.
 */
export function candidatesFor<T extends Free>(
  column: Column,
  free: readonly T[],
  sheet: SheetId,
): readonly Candidate<T>[] {
  const possible = free.flatMap(one => {
    const shape = shapeOf(column, one.samples)
    const person = partsOfHeading(one.name)
    if (shape === 'none' || isElsewhere(column, one.name, sheet, person)) return []
    const says = fitOf(column, one.name, sheet, person)
    return [
      {
        column: one,
        isBuyers: person?.party === 'buyer',
        shape,
        fit: says + (shape === 'certain' ? fits.shape : 0),
      },
    ]
  })
  const own = possible.filter(({ isBuyers }) => !isBuyers)
  const likely = own.filter(({ fit }) => fit > 0).toSorted((a, b) => b.fit - a.fit)
  const found = likely.length > 0 ? likely : own.length === 1 ? own : []
  const chosen =
    found.length > 0 ? found : possible.filter(({ isBuyers, fit }) => isBuyers && fit > fits.shape)
  return chosen.slice(0, SHOWN).map(({ column: one, isBuyers }) => ({ column: one, isBuyers }))
}

/** How much a heading speaks for a column of the sheet. */
function fitOf({ id }: Column, heading: string, sheet: SheetId, person: HeadingParts | undefined): number {
  if (readHeading(heading, sheet)?.column === id) return fits.heading
  if (person && id.startsWith('recipient.')) return id.endsWith(`.${person.field}`) ? fits.heading : 0
  const about = concernOf(heading, sheet)
  return about !== undefined && about !== 'recipient' && about === concernOf(id, sheet) ? fits.concern : 0
}

/** Whether a heading says that a column is something else, or somebody else's. */
function isElsewhere(
  { id }: Column,
  heading: string,
  sheet: SheetId,
  person: HeadingParts | undefined,
): boolean {
  const said = readHeading(heading, sheet)
  if (said?.column !== undefined && !said.isNear && said.column !== id) return !isAddress(said.column, id)
  if (!person) return said !== undefined && said.column === undefined
  if (person.party === 'buyer') return !id.startsWith('recipient.')
  return said?.column === undefined && person.field !== 'company'
}

/** 住所2 may be the street as well as what stands behind it. */
const isAddress = (a: string, b: string): boolean =>
  [a, b].every(id => /^recipient\.(state|city|address|addressDetail)$/.test(id))

type Shape = 'none' | 'possible' | 'certain'

/** What the texts of columns look like that nothing else looks like. */
const looksAs: readonly (readonly [RegExp, readonly Looks[]])[] = [
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
  const looks = looksOf(texts)
  const wanted = looksAs.find(([pattern]) => pattern.test(id))?.[1]
  if (looks !== undefined && wanted?.includes(looks)) return 'certain'
  const passes = (test: (text: string) => boolean): Shape => (most(texts, test) ? 'possible' : 'none')
  if (url) return passes(text => /^https?:\/\//i.test(text))
  const map = mapOf(id)
  if (map) return most(texts, text => meaningOf(text, map) !== undefined) ? 'certain' : 'none'
  if (kind === 'choice' || kind === 'flag') return 'none'
  if (/zipCode$/i.test(id))
    return most(texts, isPostalCode) ? 'certain' : passes(text => /^\d{5}$/.test(text))
  // Seven digits are a postal code, and no telephone number.
  if (/contact$/.test(id)) return passes(isPhone)
  if (/email$/.test(id)) return 'none'
  if (kind === 'number') return passes(isNumber)
  if (kind === 'integer') return passes(text => isNumber(text) && !text.includes('.') && text.length < 7)
  if (/mallOrderNumber$|shopProductId$/.test(id)) return passes(isCode)
  // What looks like something else is no name and no address.
  if (looks !== undefined && looks !== 'number') return 'none'
  return passes(text => !isNumber(text) && !isNumberOfOurs(text))
}

const isPhone = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '').length
  return /^'?[+(\d][\d\s()-]{6,}$/.test(text) && digits >= 9 && digits <= 15 && !isPostalCode(text)
}

const isNumber = (text: string): boolean => /^[-+]?[\d,]*\d(\.\d+)?\s*(kg|g|원|円|￦|₩|¥|￥|\$)?$/i.test(text)
const isCode = (text: string): boolean => /\d/.test(text) && text.length >= 3 && !/\s/.test(text)
/** R-1 and P123456789012 are somebody's numbers, and no names. */
const isNumberOfOurs = (text: string): boolean => /^https?:|@|^[#a-z]{0,4}[-_]?\d[\d-]*$/i.test(text)
