import * as z from 'zod'
import {
  fitsSheet,
  type Requirement,
  type Rule,
  type RuleKind,
  ruleKinds,
  ruleSchema,
  severities,
} from '@/lib/sheet/judge/requirements/requirement'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { rowId, sheetId } from '../schema-parts'

/** A requirement of one connection. */
export interface SheetRequirement extends Requirement {
  readonly sheet: SheetId
}

/** A requirement as the page of its connection lists it. */
export interface ListedRequirement extends SheetRequirement {
  readonly isEnabled: boolean
  /** Name of the operator who edited it last, and when (ISO 8601). */
  readonly by: string
  readonly at: string
}

/** A requirement that rejections of a connection suggest. */
export interface SuggestedRequirement {
  readonly sheet: SheetId
  /** The id of a column; '' for orders as a whole. */
  readonly column: string
  readonly rule: Rule
  /** How many rejected orders it explains. */
  readonly orders: number
  /** Some of them; `value` is absent where the column has personal data. */
  readonly examples: readonly { readonly number: string; readonly value?: string }[]
}

/** What a connection requires of one sheet, and what its rejections suggest. */
export interface SheetRequirements {
  readonly requirements: readonly Requirement[]
  readonly suggestions: readonly SuggestedRequirement[]
}

/** What identifies a requirement of a connection: a column has at most one rule of each kind. */
export const requirementKey = ({ sheet, column, rule }: Omit<SheetRequirement, 'severity'>): string =>
  JSON.stringify([sheet, column, rule.kind])

const columnId = z.string().max(100)
const ruleKind = z.enum(ruleKinds as [RuleKind, ...RuleKind[]])
const key = { sheet: sheetId, column: columnId, kind: ruleKind }

export const requirementKeySchema = z.object({ connectionId: rowId, ...key })

/** Turns a requirement on or off. */
export const enableRequirementSchema = requirementKeySchema.extend({ isEnabled: z.boolean() })

/** Makes requirements of suggestions for a sheet. */
export const addSuggestionsSchema = z.object({
  connectionId: rowId,
  sheet: sheetId,
  suggestions: z
    .array(z.object({ column: columnId, kind: ruleKind }))
    .min(1)
    .max(200),
})

export const dismissSuggestionSchema = requirementKeySchema

/** One word or value per line. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(word => word.trim())
      .filter(word => word !== ''),
  ),
]

const numberOf = (text: string): number => {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim()
  return plain === '' ? Number.NaN : Number(plain)
}

/** The field of the form that has the parameter of a kind of rule. */
const parameterOf: Readonly<Partial<Record<RuleKind, 'words' | 'prefix' | 'amount'>>> = {
  starts_with: 'prefix',
  excluded: 'words',
  allowed: 'words',
  min_length: 'amount',
  max_length: 'amount',
  min: 'amount',
  max: 'amount',
  max_items: 'amount',
  max_total: 'amount',
}

/** Whether the form of a kind of rule has a field. */
export const hasParameter = (kind: RuleKind, field: 'words' | 'prefix' | 'amount' | 'currency'): boolean =>
  field === 'currency' ? kind === 'max_total' : parameterOf[kind] === field

interface RuleTexts {
  readonly words: string
  readonly prefix: string
  readonly amount: string
  readonly currency: string
}

/** The rule that an operator typed; its numbers may be NaN. */
function ruleOf(kind: RuleKind, { words, prefix, amount, currency }: RuleTexts): unknown {
  switch (kind) {
    case 'starts_with':
      return { kind, prefix }
    case 'excluded':
    case 'allowed':
      return { kind, words: wordsOf(words) }
    case 'min_length':
    case 'min':
      return { kind, min: numberOf(amount) }
    case 'max_length':
    case 'max':
    case 'max_items':
      return { kind, max: numberOf(amount) }
    case 'max_total':
      return { kind, max: numberOf(amount), currency: currency.normalize('NFKC').trim().toUpperCase() }
    default:
      return { kind }
  }
}

/** A rule as the texts of the form. */
export const ruleTexts = (rule: Rule | undefined): RuleTexts => ({
  words: rule && 'words' in rule ? rule.words.join('\n') : '',
  prefix: rule && 'prefix' in rule ? rule.prefix : '',
  amount: rule && 'max' in rule ? String(rule.max) : rule && 'min' in rule ? String(rule.min) : '',
  currency: rule && 'currency' in rule ? rule.currency : '',
})

const text = z.string().max(5000)

export const requirementFormSchema = z
  .object({
    connectionId: rowId,
    /** The kind and column of the requirement that is replaced; absent: a new one. */
    before: z.object(key).optional(),
    ...key,
    severity: z.enum(severities),
    words: text,
    prefix: text,
    amount: text,
    currency: text,
  })
  .superRefine((form, context) => {
    if (!fitsSheet({ column: form.column, rule: { kind: form.kind } as Rule }, sheets[form.sheet])) {
      context.addIssue({ code: 'custom', path: ['kind'], message: 'requirements.fields.kind' })
      return
    }
    const read = ruleSchema.safeParse(ruleOf(form.kind, form))
    if (read.success) return
    const place = String(read.error.issues[0]?.path[0])
    const field = place === 'max' || place === 'min' ? 'amount' : place
    const message = `requirements.fields.${field}`
    context.addIssue({ code: 'custom', path: [field], message })
  })
export type RequirementForm = z.output<typeof requirementFormSchema>

/** The requirement of a valid form. */
export function requirementOf(form: RequirementForm): SheetRequirement {
  const { sheet, column, severity, kind } = form
  return { sheet, column, severity, rule: ruleSchema.parse(ruleOf(kind, form)) }
}
