import { COMBINATION } from '@/lib/contract/products'
import { AXES, axisNameColumn, axisValueColumn, GROUP_TYPE } from '@/lib/sheet/products'
import { addDecimals, negated, readDecimal, writeDecimal } from './decimals'
import { limits } from './limits'
import type { Put } from './line-maker'
import type { Given } from './rules'
import { Unreadable } from './unreadable'

const option = (name: string) => `productOptionGroup[].productOption[].${name}`

export const OPTION_PRICE = option('optionPrice')
export const OPTION_STOCK = option('stockQuantity')
export const OPTION_ID = option('shopOptionId')
export const OPTION_FEWEST = option('availablePurchaseQuantityMin')
export const OPTION_MOST = option('availablePurchaseQuantityMax')

/** Texts on as many axes as a sheet has; those beyond stand together on the last one. */
function onAxes(texts: readonly string[], columnOf: (axis: number) => string, made?: 'split'): Put[] {
  const given = (text: string): Given => (made && text !== '' ? { kind: made, text } : text)
  if (texts.length <= AXES) return texts.map((text, axis) => ({ id: columnOf(axis), given: given(text) }))
  const rest = texts.slice(AXES - 1)
  return [
    ...texts.slice(0, AXES - 1).map((text, axis) => ({ id: columnOf(axis), given: given(text) })),
    { id: columnOf(AXES - 1), given: { kind: 'joined', text: rest.join(' / '), of: rest.join(' + ') } },
  ]
}

/** The names of a product's axes. @param made set where they did not stand in cells of their own */
export const axisNames = (names: readonly string[], made?: 'split'): Put[] => [
  { id: GROUP_TYPE, given: { kind: 'constant', text: COMBINATION } },
  ...onAxes(names, axisNameColumn, made),
]

/** The values of one option. @param made set where they did not stand in cells of their own */
export const axisValues = (values: readonly string[], made?: 'split'): Put[] =>
  onAxes(values, axisValueColumn, made)

/** What an option costs more than its product. @returns blank, with a mark, where a price is none */
export function priceAbove(price: string, base: string): Given {
  if (price.trim() === '') return ''
  const of = `${price} − ${base}`
  const [own, from] = [readDecimal(price), readDecimal(base)]
  if (!own || !from) return { kind: 'added', text: '', of, review: true }
  return { kind: 'added', text: writeDecimal(addDecimals(own, negated(from))), of }
}

/** The main image of a product, and the others, one a line. */
export function images(all: readonly string[], made?: 'split'): Put[] {
  const [first, ...others] = [...new Set(all.map(url => url.trim()).filter(url => url !== ''))]
  const put = (id: string, text: string, isMade: boolean): Put => ({
    id,
    given: isMade ? { kind: made ?? 'joined', text } : text,
  })
  if (first === undefined) return []
  return [
    put('mainImage', first, made !== undefined),
    ...(others.length === 0
      ? []
      : [put('productImages', others.join('\n'), made !== undefined || others.length > 1)]),
  ]
}

/**
 * All combinations of values, the last axis going fastest.
 * @throws Unreadable where they are more than any product has: six axes of thirty values are a billion
 */
export function combinationsOf(values: readonly (readonly string[])[]): string[][] {
  const count = values.reduce((product, axis) => product * axis.length, 1)
  if (count > limits.options) throw new Unreadable({ code: 'too_many_rows', most: limits.options })
  return values.reduce<string[][]>(
    (rows, axis) => rows.flatMap(row => axis.map(value => [...row, value])),
    [[]],
  )
}
