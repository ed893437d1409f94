import * as z from 'zod'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { hidden } from './imported'
import { type Recipe, type Rule, type StateAnswer, shopStates } from './recipe'

// A recipe comes from whoever has a file of one: it is data, so all that is in it is known and bounded.

/** Columns that a file may have. */
const MOST_HEADINGS = 2000
/** Halves of surrogate pairs and NUL are kept by neither database. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cs}\0]*$/u)
const heading = text(500)
const headings = z.array(heading).min(1).max(20)
const values = z.record(text(200).min(1), text(300)).refine(table => Object.keys(table).length <= 1000)

/** Rules that may stand in another: choices of choices would let a file nest for ever. */
const plainRules = [
  z.strictObject({
    take: headings,
    map: z.enum(['country', 'currency', 'flag', 'purpose', 'weight-unit']).optional(),
    values: values.optional(),
    apostrophe: z.literal(true).optional(),
    beside: headings.optional(),
    nonZero: z.literal(true).optional(),
    ofRecord: z.literal(true).optional(),
    ofBuyer: z
      .strictObject({ name: z.array(headings).max(5), recipient: z.array(headings).max(5) })
      .optional(),
  }),
  z.strictObject({
    join: z.array(headings).min(1).max(10),
    by: text(10),
    digits: z.array(z.int().min(0).max(20)).max(10).optional(),
    leadingZero: z.literal(true).optional(),
  }),
  z.strictObject({ divide: headings, by: headings }),
  z.strictObject({ divide: headings, byNumber: z.number().positive() }),
  z.strictObject({ add: z.array(headings).min(1).max(10) }),
  z.strictObject({ constant: text(3000) }),
  z.strictObject({
    part: z.enum(['state', 'city', 'address', 'detail', 'street']),
    of: z.array(headings).min(1).max(10),
    onlyFound: z.literal(true).optional(),
  }),
] as const

const rule: z.ZodType<Rule> = z.union([
  ...plainRules,
  z.strictObject({ firstOf: z.array(z.union(plainRules)).min(1).max(10) }),
])

const columnIds = new Set<string>([
  ...Object.values(sheets).flatMap(sheet => sheet.columns.map(column => column.id)),
  ...Object.values(hidden),
])

const meaning = z.enum([...shopStates, 'open'])
const MOST_ANSWERS = 200

/** What an operator said that texts of a status column mean. */
const answer: z.ZodType<StateAnswer> = z.strictObject({
  heading: headings,
  means: meaning,
  is: z.array(text(300)).min(1).max(200),
})

/** A recipe as it is kept, and as it travels in a file. Keys that it does not have are refused. */
export const recipeSchema: z.ZodType<Recipe> = z.strictObject({
  id: text(100),
  name: text(100),
  sheets: z
    .array(z.enum(Object.keys(sheets) as [SheetId]))
    .min(1)
    .max(3),
  known: z.array(headings).max(MOST_HEADINGS),
  group: headings.optional(),
  apart: headings.optional(),
  continues: z.literal(true).optional(),
  fields: z.record(
    z.string().refine(id => columnIds.has(id), { error: 'column' }),
    rule,
  ),
  skip: z
    .array(z.strictObject({ heading: headings, is: z.array(text(300)).max(100) }))
    .max(20)
    .optional(),
  states: z
    .array(
      z.union([
        z.strictObject({
          heading: headings,
          means: meaning,
          is: z.union([z.literal('dated'), z.array(text(300)).max(200)]),
          ofRecord: z.literal(true).optional(),
        }),
        z.strictObject({
          heading: headings,
          usual: z.enum(['ask', 'quiet']),
          ofRecord: z.literal(true).optional(),
        }),
      ]),
    )
    .max(100)
    .optional(),
  answers: z.array(answer).max(MOST_ANSWERS).optional(),
  options: z.enum(['shopify', 'woocommerce', 'smartstore', 'cafe24', 'rakuten']).optional(),
  missing: z
    .record(z.string(), z.enum(['product-master', 'preset', 'recipient', 'postal-code', 'by-hand']))
    .optional(),
})
