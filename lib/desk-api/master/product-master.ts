import * as z from 'zod'
import { japanOrder } from '@/lib/contract/orders'
import { failureMessage } from '@/lib/contract/validation/failure-message'
import { judge } from '@/lib/contract/validation/failures'
import type { productMasterColumns } from '@/lib/sheet/schema/fillable-columns'
import { type GoodsField, goodsFields, goodsKey, goodsKinds } from '@/lib/sheet/schema/goods'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import { sheets } from '@/lib/sheet/schema/sheets'
import { STORABLE_LINE } from '@/lib/sheet/schema/storable-text'

/** The source of a text of the product master. */
export type MasterSource = 'registered' | 'uploaded' | 'typed'

/** A code of the product master. */
export interface ProductView {
  readonly code: string
  readonly parent: string | null
  /** By column id of an item. */
  readonly fields: Readonly<Record<string, { readonly text: string; readonly by: MasterSource }>>
  readonly source: MasterSource
  /** ISO 8601, and the operator's name; '' if no operator did it. */
  readonly updatedAt: string
  readonly updatedBy: string
}

/** A page of codes, and the number of all codes. */
export interface ProductPage {
  readonly count: number
  readonly products: readonly ProductView[]
}

/** Requests products by the codes of a file. */
export const findProductsSchema = z.object({ codes: z.array(z.string().max(500)).max(1000) })

/** Names of a product's fields, which are the last parts of the columns' ids. */
export const fieldNames = [
  'name',
  'imageUrl',
  'itemUrl',
  'actualWeight',
  'originCountry',
  'hscode',
  'material',
] as const

/** The column of orders that a field of the product master fills. */
export const columnOf = (name: (typeof fieldNames)[number]): (typeof productMasterColumns)[number] =>
  `items[].${name}`

/** The failure of a stored text, as `failureMessage`; undefined if the contract accepts it. */
export function validationFailure(name: (typeof fieldNames)[number], text: string): string | undefined {
  const column = sheets['orders/japan'].columns.find(({ id }) => id === columnOf(name))
  if (!column || isBlank(text)) return undefined
  const reading = kinds[column.kind].read(text, column)
  if ('code' in reading) return failureMessage(reading.code, reading.params)
  const order = { items: [{ [name]: reading.value }] }
  const failure = judge(japanOrder, order).find(({ field }) => field === `items[0].${name}`)
  return failure && failureMessage(failure.code, failure.params)
}

const field = (name: (typeof fieldNames)[number]) =>
  z
    .string()
    .trim()
    .max(4000)
    .superRefine((text, context) => {
      const message = validationFailure(name, text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })

/** A number above 0, or nothing. */
const amount = z
  .string()
  .trim()
  .max(20)
  .refine(
    text => text === '' || (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0),
    'fill.master.goods.badNumber',
  )

/** The typed texts of a code. */
export const productSchema = z.object({
  code: z
    .string()
    .trim()
    .min(1, 'fill.master.noCode')
    .max(200, 'fill.master.longCode')
    .regex(STORABLE_LINE, 'fill.master.noCode'),
  name: field('name'),
  imageUrl: field('imageUrl'),
  itemUrl: field('itemUrl'),
  actualWeight: field('actualWeight'),
  originCountry: field('originCountry'),
  hscode: field('hscode'),
  material: field('material'),
  kind: z.enum(['', ...goodsKinds]),
  group: z.string().trim().max(60),
  supplyDays: amount,
  unitPrice: amount,
})

/** The typed texts, and what the form showed when it was opened; without them the code is new. */
export const saveProductSchema = productSchema.extend({
  before: z.record(z.enum(['code', ...fieldNames, ...goodsFields]), z.string()).optional(),
})

export const deleteProductSchema = z.object({ code: z.string().min(1).max(200) })

/** The texts of a form by the keys of the product master. */
export const masterTexts = (
  input: Readonly<Record<(typeof fieldNames)[number] | GoodsField, string>>,
): Record<string, string> =>
  Object.fromEntries([
    ...fieldNames.map(name => [columnOf(name), input[name]]),
    ...goodsFields.map((name: GoodsField) => [goodsKey(name), input[name]]),
  ])
