import { countCharacters } from '@/lib/contract/characters'
import { WAREHOUSE_COLUMN } from '@/lib/sheet/judge/warnings/warehouses'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { foldWord, totalColumns, totalIn } from './broken-rules'
import type { CandidateRule, FieldCases, RejectedOrder } from './field-cases'
import { MAX_WORD_LENGTH, type Rule, WHOLE_RECORD } from './requirement'
import { limitBelow, limitFrom } from './round-limits'

/**
 * Rules that may be why orders were rejected because of a field, from the simplest on. Bounds and words come from the
 * cases: whether a rule explains enough of them, and contradicts none, is for the caller to judge.
 */
export function rulesFor(cases: FieldCases, sheet: Sheet): CandidateRule[] {
  const { column } = cases
  if (column === WHOLE_RECORD) return wholeRules(cases, sheet)
  const rules = cellRules(column, valuesIn(cases, column))
  const candidates = rules.map((rule): CandidateRule => ({ column, rule }))
  const total = totalColumns(sheet)
  const isOfTotal = column === total?.price || column === total?.quantity
  return isOfTotal ? [...candidates, ...totalRules(cases, sheet)] : candidates
}

/** The values of a column: rejected ones by order, and accepted ones. */
interface Values {
  readonly rejected: readonly { readonly number: string; readonly values: readonly string[] }[]
  readonly passed: readonly string[]
}

function valuesIn({ rejected, passed }: FieldCases, column: Column): Values {
  return {
    rejected: rejected.map(order => ({ number: order.number, values: rejectedValues(order, column) })),
    passed: passed.flatMap(values => values.valuesOf(column).filter(isFilled)),
  }
}

const isFilled = (value: string | undefined): value is string => value !== undefined && value !== ''

function rejectedValues({ values, item }: RejectedOrder, column: Column): string[] {
  const all = values.valuesOf(column)
  const one = item === undefined || column.scope === 'record' ? undefined : all[item]
  return (one === undefined ? all : [one]).filter(isFilled)
}

function cellRules(column: Column, values: Values): Rule[] {
  const required: Rule = { kind: 'required' }
  // Without an accepted value nothing shows what is wrong with the rejected ones.
  if (values.passed.length === 0) return [required]
  // The id of a warehouse is a name written in digits: a rejected one says nothing about others.
  if (column.id === WAREHOUSE_COLUMN) return [required]
  const ofKind = column.kind === 'number' || column.kind === 'integer' ? numberRules : textRules
  return [required, ...ofKind(column, values)]
}

const writingRules: readonly Rule[] = [
  { kind: 'ascii' },
  { kind: 'no_cjk' },
  { kind: 'no_spaces' },
  { kind: 'digits' },
  { kind: 'alphanumeric' },
]

function textRules(column: Column, values: Values): Rule[] {
  // Words and beginnings of personal data would be personal data, too.
  const words = column.personal ? [] : wordRules(column, values)
  if (column.kind !== 'text') return words
  return [
    ...writingRules,
    ...(column.url ? [{ kind: 'starts_with', prefix: 'https://' } as const] : []),
    ...words,
    ...lengthRules(values),
  ]
}

/** More words are a list of what was rejected and no rule. */
const MAX_WORDS = 10
/** Words that differ in each order are a rule only if there are few of them. */
const MAX_SINGLE_WORDS = 5
/** Longer texts are not general terms such as "bag" or "sample goods". */
const MAX_TERM_LENGTH = 20

function wordRules({ kind }: Column, { rejected, passed }: Values): Rule[] {
  const accepted = new Map(passed.map(value => [foldWord(value), value.trim()]))
  const words = new Map<string, { word: string; orders: Set<string> }>()
  for (const { number, values } of rejected) {
    for (const value of values) {
      const key = foldWord(value)
      if (accepted.has(key) || !isTerm(value, kind === 'choice')) continue
      const known = words.get(key) ?? { word: value.trim(), orders: new Set() }
      known.orders.add(number)
      words.set(key, known)
    }
  }
  const found = [...words.values()]
  const isRepeated = found.some(({ orders }) => orders.size > 1)
  if (found.length === 0 || found.length > (isRepeated ? MAX_WORDS : MAX_SINGLE_WORDS)) return []
  const excluded: Rule = { kind: 'excluded', words: found.map(({ word }) => word) }
  if (kind !== 'choice') return [excluded]
  const allowed: Rule = { kind: 'allowed', words: [...accepted.values()] }
  return accepted.size < found.length ? [allowed] : [excluded]
}

function isTerm(value: string, isChoice: boolean): boolean {
  const text = value.trim()
  if (isChoice) return text.length <= MAX_WORD_LENGTH
  return countCharacters(text) <= MAX_TERM_LENGTH && !/\p{Nd}/u.test(text) && text.split(/\s+/u).length <= 2
}

function lengthRules({ rejected, passed }: Values): Rule[] {
  const lengths = rejected.flatMap(({ values }) => values.map(countCharacters))
  const accepted = passed.map(countCharacters)
  const max = limitBelow(largest(accepted), lengths)
  const min = limitFrom(smallest(accepted), lengths)
  return [
    ...(max === undefined ? [] : [{ kind: 'max_length', max } as const]),
    ...(min === undefined ? [] : [{ kind: 'min_length', min } as const]),
  ]
}

function numberRules(_column: Column, { rejected, passed }: Values): Rule[] {
  const numbers = rejected.flatMap(({ values }) => values.map(Number)).filter(Number.isFinite)
  const accepted = passed.map(Number).filter(Number.isFinite)
  if (accepted.length === 0) return []
  const max = limitBelow(largest(accepted), numbers)
  const min = limitFrom(smallest(accepted), numbers)
  return [
    ...(max === undefined ? [] : [{ kind: 'max', max } as const]),
    ...(min === undefined ? [] : [{ kind: 'min', min } as const]),
  ]
}

function wholeRules(cases: FieldCases, sheet: Sheet): CandidateRule[] {
  const { rejected, passed } = cases
  if (passed.length === 0) return []
  const counts = rejected.map(({ values }) => values.lineCount)
  const max = limitBelow(largest(passed.map(({ lineCount }) => lineCount)), counts)
  const items: CandidateRule[] =
    max === undefined ? [] : [{ column: WHOLE_RECORD, rule: { kind: 'max_items', max } }]
  return [...items, ...totalRules(cases, sheet)]
}

/** A limit of the total in a currency that all rejected orders have. */
function totalRules({ rejected, passed }: FieldCases, sheet: Sheet): CandidateRule[] {
  const columns = totalColumns(sheet)
  if (!columns) return []
  const currencies = new Set(
    rejected
      .flatMap(({ values }) => values.valuesOf(columns.currency))
      .filter(isFilled)
      .map(code => code.toUpperCase()),
  )
  return [...currencies].flatMap((currency): CandidateRule[] => {
    if (!/^[A-Z]{3}$/.test(currency)) return []
    const totals = rejected.flatMap(({ values }) => totalIn(currency, values, sheet) ?? [])
    const accepted = passed.flatMap(values => totalIn(currency, values, sheet) ?? [])
    if (accepted.length === 0) return []
    const max = limitBelow(largest(accepted), totals)
    return max === undefined ? [] : [{ column: WHOLE_RECORD, rule: { kind: 'max_total', max, currency } }]
  })
}

const largest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
const smallest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
