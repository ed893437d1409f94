import { clip } from '@/lib/contract/characters'
import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { Column } from '@/lib/sheet/schema/columns'
import { isAbroad, isToJapan } from '@/lib/sheet/schema/japanese-addresses'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { readErrorCode } from './code-words'
import { fieldRule, type RuleContext, type RuleKey } from './field-rules'
import { findByWarning, findFault, type ValueFaultKey } from './find-fault'

type LeadKey = 'rejected' | 'blank' | 'maybe' | 'maybeBlank' | 'group' | 'unknownField' | 'record' | 'code'
type AdviceKey =
  | 'columnValue'
  | 'columnBlank'
  | 'blankColumns'
  | 'numbers'
  | 'duplicateProduct'
  | 'assignField'
  | 'readOriginal'

/** A sentence of `explanations` in `lib/words`. */
export type ExplanationKey =
  | `lead.${LeadKey}`
  | `finds.${ValueFaultKey}`
  | `rules.${RuleKey}`
  | `rules.length`
  | `advice.${AdviceKey}`

/** One sentence of an explanation, without its words: of the area `explanations`, or of a failure of the desk. */
export type Phrase =
  | {
      readonly key: ExplanationKey
      readonly params: FailureParams
      /** The columns that the sentence names; `texts` are their values, where it mentions them. */
      readonly columns?: readonly Column[]
      readonly texts?: readonly string[]
    }
  | { readonly failure: FailureCode; readonly params: FailureParams }

/** An error of the service, and what it is about. The message of the service is not part of it. */
export interface ApiError {
  readonly sheet: Sheet
  /** The column of the cell; undefined for an error of a record or a line as a whole. */
  readonly column: Column | undefined
  /** The text that was judged. */
  readonly value: string
  /** The field as the service named it. */
  readonly field: string
  readonly errorCode: string | undefined
  /** Whether another cell may be meant. */
  readonly isOneOf: boolean
  /** The number of the record. */
  readonly number: string
  /** The other marks of the cell: what the desk finds in the same value. */
  readonly marks: readonly Mark[]
  /** The warehouses of the connection in one line; '' where none are known. */
  readonly warehouses: string
  /** The text of another column of the record. */
  readonly textOf: (column: string) => string
}

/** Characters of a value that a sentence quotes. */
const MAX_LENGTH = 60

/**
 * Explains an error of the service: what is wrong with the value, and what to enter. It is derived from the field, the
 * code and the contract. Messages of services are prose of any language that may change at any time, so nothing
 * reads them (docs/decisions/0073).
 */
export function explainApiError(error: ApiError): readonly Phrase[] {
  if (error.column) return explainCell(error, error.column)
  return error.sheet.recordType === 'product' && error.errorCode !== undefined
    ? explainCode(error, error.errorCode)
    : explainRecord(error)
}

function explainCell(error: ApiError, column: Column): Phrase[] {
  const { value, isOneOf, marks } = error
  const context = contextOf(error)
  const columns = [column]
  const rules = ruleOf(column, context)
  if (isBlank(value)) {
    return [{ key: isOneOf ? 'lead.maybeBlank' : 'lead.blank', params: {}, columns }, ...rules]
  }
  const lead: Phrase = {
    key: isOneOf ? 'lead.maybe' : 'lead.rejected',
    params: { value: clip(value, MAX_LENGTH) },
    columns,
  }
  // A repeated number is about other rows, and has its own sentence beside this one.
  const failure = marks.find(
    ({ source, severity, code }) => source === 'desk' && severity === 'failure' && code !== 'repeated_here',
  )
  if (failure?.code) return [lead, { failure: failure.code, params: failure.params ?? {} }]
  const found = findByWarning(marks) ?? findFault(value, column, fieldRule(column, context).key)
  return [lead, ...(found ? [{ key: `finds.${found.key}`, params: found.params } as const] : []), ...rules]
}

const contextOf = ({ sheet, textOf, warehouses }: ApiError): RuleContext => ({
  isToJapan: sheet.id === 'orders/japan' || isToJapan(textOf),
  isAbroad: isAbroad(sheet.columns, textOf),
  warehouses,
})

/** What a column expects, and how long a text may be. */
function ruleOf(column: Column, context: RuleContext): Phrase[] {
  const { key, params } = fieldRule(column, context)
  const max = context.isAbroad ? column.max : (column.hint?.max ?? column.max)
  return [
    { key: `rules.${key}`, params },
    ...(max === undefined ? [] : [{ key: 'rules.length', params: { max } } as const]),
  ]
}

/** Maximum columns of an error code that are explained in full. */
const MAX_COLUMNS = 3

/** Failures of products have a code instead of a field; the words of the code may name a field. */
function explainCode(error: ApiError, code: string): Phrase[] {
  const { sheet, number, textOf } = error
  const context = contextOf(error)
  const { kind, columns } = readErrorCode(code, sheet.columns)
  const lead: Phrase = { key: 'lead.code', params: { number: clip(number, MAX_LENGTH), code } }
  if (columns.length > 0) {
    return [
      lead,
      ...columns.slice(0, MAX_COLUMNS).flatMap((column): Phrase[] => {
        const text = textOf(column.id)
        const about: Phrase = isBlank(text)
          ? { key: 'advice.columnBlank', params: {}, columns: [column] }
          : { key: 'advice.columnValue', params: { value: clip(text, MAX_LENGTH) }, columns: [column] }
        const found = isBlank(text) ? undefined : findFault(text, column, fieldRule(column, context).key)
        const why = found ? [{ key: `finds.${found.key}`, params: found.params } as const] : []
        return [about, ...why, ...ruleOf(column, context)]
      }),
    ]
  }
  if (kind === 'duplicate') return [lead, { key: 'advice.duplicateProduct', params: {} }]
  if (kind === 'missing') {
    const blank = sheet.columns.filter(({ id, scope }) => scope === 'record' && isBlank(textOf(id)))
    if (blank.length > 0) return [lead, { key: 'advice.blankColumns', params: {}, columns: blank }]
  }
  if (kind === 'type') {
    const numbers = sheet.columns.filter(
      column => (column.kind === 'number' || column.kind === 'integer') && !isBlank(textOf(column.id)),
    )
    const texts = numbers.map(({ id }) => textOf(id))
    if (numbers.length > 0) return [lead, { key: 'advice.numbers', params: {}, columns: numbers, texts }]
  }
  return [lead, { key: 'advice.readOriginal', params: {} }]
}

function explainRecord(error: ApiError): Phrase[] {
  const { sheet, field, number, errorCode, textOf } = error
  const context = contextOf(error)
  const about = { field: clip(field, MAX_LENGTH), number: clip(number, MAX_LENGTH), record: sheet.recordType }
  const columns = columnsBelow(field, sheet)
  if (columns.length > 0) {
    const blank = columns.filter(({ id }) => isBlank(textOf(id)))
    const few = columns.length <= MAX_COLUMNS ? columns.flatMap(column => ruleOf(column, context)) : []
    return [
      { key: 'lead.group', params: about, columns },
      ...(blank.length > 0 ? [{ key: 'advice.blankColumns', params: {}, columns: blank } as const] : []),
      ...(blank.length > 0 ? few : [{ key: 'advice.readOriginal', params: {} } as const]),
    ]
  }
  if (field.trim() === '' || isRecordItself(field)) {
    const lead: Phrase =
      errorCode === undefined
        ? { key: 'lead.record', params: about }
        : { key: 'lead.code', params: { ...about, code: errorCode } }
    return [lead, { key: 'advice.readOriginal', params: {} }]
  }
  return [
    { key: 'lead.unknownField', params: about },
    { key: 'advice.assignField', params: {} },
  ]
}

/** `data[3]`, `order`: the record, not a field of it. */
const isRecordItself = (field: string): boolean =>
  /^[$./]*(data|products?|orders?)?[[\].\d]*$/i.test(field.trim())

/** The columns of a group of fields: `sender`, `data[0].items[2]`. */
function columnsBelow(field: string, { columns }: Sheet): readonly Column[] {
  const path = steps(field)
  if (path.length === 0) return []
  return columns.filter(({ id }) => {
    const own = steps(id)
    return own.length > path.length && path.every((step, at) => own[at] === step)
  })
}

/** The names of a path, without positions and the list of records. */
const steps = (path: string): string[] =>
  path
    .split(/[^\p{L}]+/u)
    .filter(step => step !== '')
    .map(step => step.toLowerCase())
    .filter((step, at) => !(at === 0 && (step === 'data' || step === 'products')))
