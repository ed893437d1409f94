import * as z from 'zod'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { STORABLE_LINE } from '@/lib/sheet/schema/storable-text'

// What a shipping company requires of orders beyond its API (docs/decisions/0092). Each kind is described here once.

/** Maximum length of a word, in characters, and maximum number of words in one requirement. */
export const MAX_WORD_LENGTH = 60
const MAX_WORDS = 50
/** Larger numbers are not exact in a double. */
const MAX_NUMBER = 1_000_000_000_000

const word = z.string().trim().min(1).max(MAX_WORD_LENGTH).regex(STORABLE_LINE)
const words = z.array(word).min(1).max(MAX_WORDS)
const length = z.int().min(1).max(10_000)
const amount = z.number().min(-MAX_NUMBER).max(MAX_NUMBER)
const currency = z.string().regex(/^[A-Z]{3}$/)

/** A rule and its parameters. Only `required` judges blank cells. */
export const ruleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('required') }),
  /** Only characters of ASCII. */
  z.strictObject({ kind: z.literal('ascii') }),
  /** No Korean, Japanese or Chinese characters. */
  z.strictObject({ kind: z.literal('no_cjk') }),
  z.strictObject({ kind: z.literal('no_spaces') }),
  z.strictObject({ kind: z.literal('digits') }),
  /** Only letters and digits of ASCII. */
  z.strictObject({ kind: z.literal('alphanumeric') }),
  z.strictObject({ kind: z.literal('starts_with'), prefix: word }),
  /** The whole text is none of these words, in any case and width. */
  z.strictObject({ kind: z.literal('excluded'), words }),
  /** The whole text is one of these, in any case and width. */
  z.strictObject({ kind: z.literal('allowed'), words }),
  /** In characters (code points). */
  z.strictObject({ kind: z.literal('min_length'), min: length }),
  z.strictObject({ kind: z.literal('max_length'), max: length }),
  z.strictObject({ kind: z.literal('min'), min: amount }),
  z.strictObject({ kind: z.literal('max'), max: amount }),
  /** The rows of an order. */
  z.strictObject({ kind: z.literal('max_items'), max: length }),
  /** The sum of price × quantity over the items of an order in one currency. */
  z.strictObject({ kind: z.literal('max_total'), max: amount, currency }),
])
/** One rule: its kind and its parameters. */
export type Rule = z.output<typeof ruleSchema>
export type RuleKind = Rule['kind']

export const ruleKinds = ruleSchema.options.map(({ shape }) => shape.kind.value) as readonly RuleKind[]

/** The column of rules about an order as a whole. */
export const WHOLE_RECORD = ''

/** An order that breaks an `error` is not sent. */
export const severities = ['error', 'warning'] as const
export type Severity = (typeof severities)[number]

/** A requirement of one connection for one sheet. A column has at most one of each kind. */
export interface Requirement {
  /** The id of a column, or `WHOLE_RECORD`. */
  readonly column: string
  readonly rule: Rule
  readonly severity: Severity
}

const ofText: readonly RuleKind[] = [
  'required',
  'excluded',
  'allowed',
  'starts_with',
  'min_length',
  'max_length',
  'ascii',
  'no_cjk',
  'no_spaces',
  'alphanumeric',
  'digits',
]
const ofChoice: readonly RuleKind[] = ['required', 'excluded', 'allowed']
const ofNumber: readonly RuleKind[] = ['required', 'min', 'max']

const kindsOfColumn: Readonly<Record<Column['kind'], readonly RuleKind[]>> = {
  text: ofText,
  choice: ofChoice,
  number: ofNumber,
  integer: ofNumber,
  flag: ['required'],
  list: ['required'],
}

/** The kinds of rules that a column of a sheet, or its records as a whole, can have; none for an unknown column. */
export function kindsFor(sheet: Sheet, columnId: string): readonly RuleKind[] {
  if (columnId === WHOLE_RECORD)
    return sheet.recordType === 'order' ? ['max_items', 'max_total'] : ['max_items']
  const column = sheet.columns.find(({ id }) => id === columnId)
  return column ? kindsOfColumn[column.kind] : []
}

/** Whether a sheet has the column of a requirement, and the column can have its kind of rule. */
export const fitsSheet = ({ column, rule }: Pick<Requirement, 'column' | 'rule'>, sheet: Sheet): boolean =>
  kindsFor(sheet, column).includes(rule.kind)
