import * as z from 'zod'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { sheets } from '@/lib/sheet/schema/sheets'
import { STORABLE_TEXT } from '@/lib/sheet/schema/storable-text'
import { hiddenColumns } from './hidden-columns'
import { type ColumnRule, MAX_STATE_TEXT, type Recipe, type StateAnswer, shopStates } from './recipe'

// Recipes come from files of other people, so every key and every length is validated.

/** Maximum columns of a file. */
const MAX_HEADINGS = 2000
const boundedText = (most: number) => z.string().max(most).regex(STORABLE_TEXT)
const headingSchema = boundedText(500)
const headingsSchema = z.array(headingSchema).min(1).max(20)
const valuesSchema = z
  .record(boundedText(200).min(1), boundedText(300))
  .refine(table => Object.keys(table).length <= 1000)

/** Rules that may be nested in `firstOf`; nested choices are excluded, so that the depth is bounded. */
const flatRuleSchemas = [
  z.strictObject({
    take: headingsSchema,
    map: z.enum(['country', 'currency', 'flag', 'purpose', 'weight-unit']).optional(),
    values: valuesSchema.optional(),
    apostrophe: z.literal(true).optional(),
    beside: headingsSchema.optional(),
    nonZero: z.literal(true).optional(),
    ofRecord: z.literal(true).optional(),
    ofBuyer: z
      .strictObject({ name: z.array(headingsSchema).max(5), recipient: z.array(headingsSchema).max(5) })
      .optional(),
  }),
  z.strictObject({
    join: z.array(headingsSchema).min(1).max(10),
    by: boundedText(10),
    digits: z.array(z.int().min(0).max(20)).max(10).optional(),
    leadingZero: z.literal(true).optional(),
  }),
  z.strictObject({ divide: headingsSchema, by: headingsSchema }),
  z.strictObject({ divide: headingsSchema, byNumber: z.number().positive() }),
  z.strictObject({ add: z.array(headingsSchema).min(1).max(10) }),
  z.strictObject({ constant: boundedText(3000) }),
  z.strictObject({
    part: z.enum(['zipCode', 'state', 'city', 'address', 'detail', 'street']),
    of: z.array(headingsSchema).min(1).max(10),
    by: boundedText(10).optional(),
    city: headingsSchema.optional(),
    onlyFound: z.literal(true).optional(),
  }),
  z.strictObject({ unpack: z.enum(['name', 'code', 'quantity', 'price']), from: headingsSchema }),
  z.strictObject({
    money: z.enum(['amount', 'currency']),
    from: headingsSchema,
    usual: boundedText(10).optional(),
  }),
] as const

const ruleSchema: z.ZodType<ColumnRule> = z.union([
  ...flatRuleSchemas,
  z.strictObject({ firstOf: z.array(z.union(flatRuleSchemas)).min(1).max(10) }),
])

const columnIds = new Set<string>([
  ...Object.values(sheets).flatMap(sheet => sheet.columns.map(column => column.id)),
  ...Object.values(hiddenColumns),
])

const stateMeaningSchema = z.enum([...shopStates, 'open'])
const MAX_ANSWERS = 200

/** The meaning that an operator gave to texts of a status column. */
const stateAnswerSchema: z.ZodType<StateAnswer> = z.strictObject({
  heading: headingsSchema,
  means: stateMeaningSchema,
  is: z.array(boundedText(MAX_STATE_TEXT)).min(1).max(200),
})

/** A recipe as it is stored and exported. Unknown keys are rejected. */
export const recipeSchema: z.ZodType<Recipe> = z.strictObject({
  id: boundedText(100),
  name: boundedText(100),
  sheets: z.array(z.enum(sheetIds)).min(1).max(3),
  known: z.array(headingsSchema).max(MAX_HEADINGS),
  group: headingsSchema.optional(),
  apart: headingsSchema.optional(),
  continues: z.literal(true).optional(),
  summedWithout: z.array(headingsSchema).min(1).max(10).optional(),
  dispatchBy: z.array(headingsSchema).max(5).optional(),
  packed: z
    .strictObject({ cells: z.array(headingsSchema).min(1).max(100), unless: headingsSchema })
    .optional(),
  fields: z.record(
    z.string().refine(id => columnIds.has(id), { error: 'column' }),
    ruleSchema,
  ),
  skip: z
    .array(z.strictObject({ heading: headingsSchema, is: z.array(boundedText(300)).max(100) }))
    .max(20)
    .optional(),
  unshipped: z.strictObject({ heading: headingsSchema, is: z.array(boundedText(300)).max(100) }).optional(),
  states: z
    .array(
      z.union([
        z.strictObject({
          heading: headingsSchema,
          means: stateMeaningSchema,
          is: z.union([z.enum(['dated', 'undated']), z.array(boundedText(MAX_STATE_TEXT)).max(200)]),
          isStart: z.literal(true).optional(),
          ofRecord: z.literal(true).optional(),
          without: headingsSchema.optional(),
        }),
        z.strictObject({
          heading: headingsSchema,
          usual: z.enum(['ask', 'quiet']),
          ofRecord: z.literal(true).optional(),
        }),
      ]),
    )
    .max(100)
    .optional(),
  answers: z.array(stateAnswerSchema).max(MAX_ANSWERS).optional(),
  options: z.enum(['shopify', 'woocommerce', 'smartstore', 'cafe24', 'rakuten', 'ebay']).optional(),
  missing: z
    .record(z.string(), z.enum(['product-master', 'preset', 'recipient', 'postal-code', 'by-hand']))
    .optional(),
})
