import type * as z from 'zod'
import { clip, countCharacters } from '@/lib/contract/characters'
import type { IntegerBounds } from '@/lib/contract/field'
import { valueAt } from '@/lib/contract/json/member'

/** What can be wrong with a value, for machines; `lib/words` has a sentence for each. */
export type FailureCode =
  | 'missing'
  | 'wrong_type'
  | 'too_long'
  | 'too_large'
  | 'too_small'
  | 'not_a_choice'
  | 'empty_list'
  | 'unknown_warehouse'
  | 'already_registered'
  | 'repeated_number'
  | 'repeated_here'
  | 'sample_in_production'
  | 'disagrees'
  | 'after_sending'
  | 'not_a_number'
  | 'not_an_integer'
  | 'not_a_flag'
  | 'scientific'
  | 'too_precise'
  | 'cut_digits'
  | 'program_error'
  | 'unreadable_characters'
  | 'control_character'
  | 'unusual_quantity'
  | 'unusual_price'
  | 'unusual_weight'
  | 'no_reason'
  | 'rejected_before'
  | 'held_elsewhere'
  | 'same_parcel'
  | 'cancelled_in_shop'
  | 'cancelled_before'
  | 'above_regular'
  | 'minimum_above_maximum'
  | 'repeated_combination'
  | 'no_options'
  | 'nameless_axis'
  | 'valueless_axis'
  | 'not_a_url'
  | 'longer_than_japan'
  | 'not_a_japan_choice'
  | 'unknown_country'
  | 'unlisted_warehouse'
  | 'lost_characters'
  | 'mixed_scripts'
  | 'emoji_in_name'
  | 'company_name'
  | 'not_japanese'
  | 'corporate_number'
  | 'corporate_check_digit'
  | 'postal_digits'
  | 'postal_start'
  | 'phone_digits'
  | 'other_prefecture'
  | 'unknown_prefecture'
  | 'items_above_package'
  | 'weight_in_grams'
  | 'package_in_grams'
  | 'price_is_total'
  | 'price_in_thousands'
  | 'price_with_decimals'
  | 'two_currencies'
  | 'import_pieces'
  | 'import_pieces_recipient'
  | 'import_supply'
  | 'import_supply_recipient'
  | 'requires_value'
  | 'requires_ascii'
  | 'requires_no_cjk'
  | 'requires_no_spaces'
  | 'requires_digits'
  | 'requires_alphanumeric'
  | 'requires_start'
  | 'requires_other_word'
  | 'requires_listed_word'
  | 'requires_min_length'
  | 'requires_max_length'
  | 'requires_min'
  | 'requires_max'
  | 'requires_max_items'
  | 'requires_max_total'
  | 'invalid'

/** Characters of a value that a sentence about a failure quotes. */
export const MAX_QUOTED = 40

/** What a sentence about a failure may mention: bounds, counts, the choices as text. */
export type FailureParams = Readonly<Record<string, string | number>>

/** A reason why a value is refused, and the field of its order. */
export interface Failure {
  /** Path inside the order: `recipient.zipCode`, `items[2].price`; '' is the order itself. */
  readonly field: string
  /** Other fields that the same failure is about. */
  readonly also?: readonly string[]
  readonly code: FailureCode
  readonly params: FailureParams
}

/** A path of the contract as text: `['items', 2, 'price']` → `items[2].price`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

/**
 * Judges one value by a schema of the contract.
 * @returns every failure in the order of the schema; empty when the value is accepted. `null` counts as absent.
 */
export function judge(schema: z.ZodType, value: unknown): Failure[] {
  const first = schema.safeParse(value, withoutMessages)
  if (first.success) return []
  if (!holdsNull(value)) return first.error.issues.map(issue => toFailure(issue, value))
  const bare = withoutNulls(value)
  const second = schema.safeParse(bare, withoutMessages)
  return second.success ? [] : second.error.issues.map(issue => toFailure(issue, bare))
}

/** Suppresses zod's own sentences, which would be made for thousands of failures: `lib/words` has the sentences. */
const withoutMessages = { error: () => '' }

function toFailure(issue: z.core.$ZodIssue, root: unknown): Failure {
  const field = fieldPath(issue.path)
  const value = valueAt(root, issue.path)
  if (value === undefined || value === null) return { field, code: 'missing', params: {} }
  switch (issue.code) {
    case 'invalid_type':
      return { field, code: 'wrong_type', params: { expected: issue.expected } }
    case 'invalid_value':
      return typeof value === 'string'
        ? {
            field,
            code: 'not_a_choice',
            params: { value: clip(value, MAX_QUOTED), choices: nameChoices(issue.values) },
          }
        : { field, code: 'wrong_type', params: { expected: 'string' } }
    case 'too_big':
      return issue.origin === 'string'
        ? { field, code: 'too_long', params: { max: Number(issue.maximum), length: characters(value) } }
        : { field, code: 'too_large', params: { max: String(issue.maximum) } }
    case 'too_small':
      return issue.origin === 'array'
        ? { field, code: 'empty_list', params: {} }
        : { field, code: 'too_small', params: { min: String(issue.minimum) } }
    case 'custom':
      if (isRule(issue.params)) return { field, also: issue.params.also, code: issue.params.rule, params: {} }
      if (isBounded(issue.params)) return { field, ...outOfBounds(value, issue.params.bounds) }
      return { field, code: 'wrong_type', params: { expected: String(issue.params?.expected ?? 'value') } }
    default:
      return { field, code: 'invalid', params: {} }
  }
}

/** What a rule over several fields of a record puts into `params` of its issue. */
export interface RuleParams {
  readonly rule: FailureCode
  readonly also: readonly string[]
}

const isRule = (
  params: Record<string, unknown> | undefined,
): params is Record<string, unknown> & RuleParams => params !== undefined && 'rule' in params

const isBounded = (
  params: Record<string, unknown> | undefined,
): params is { readonly bounds: IntegerBounds } => params !== undefined && 'bounds' in params

/** Why a value is not an integer of a type: it is another kind of value, or beyond the bounds. */
function outOfBounds(value: unknown, { min, max }: IntegerBounds): Pick<Failure, 'code' | 'params'> {
  const whole = typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value as number | bigint) : min
  if (whole > max) return { code: 'too_large', params: { max: String(max) } }
  if (whole < min) return { code: 'too_small', params: { min: String(min) } }
  return { code: 'wrong_type', params: { expected: 'integer' } }
}

/** A long enumeration is not listed; the sentence then only says that the value is not in the list. */
const nameChoices = (values: readonly unknown[]) => (values.length > 8 ? '' : values.join(', '))

const characters = (value: unknown) => (typeof value === 'string' ? countCharacters(value) : 0)

function holdsNull(value: unknown): boolean {
  if (value === null) return true
  return typeof value === 'object' && Object.values(value).some(holdsNull)
}

/** A copy without members that are `null`. Elements of lists stay, so that positions do. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  )
}
