import { countCharacters } from '@/lib/contract/characters'
import type { Failure, FailureCode } from '@/lib/contract/validation/failures'
import type { Draft } from '@/lib/sheet/draft/draft'
import { damagedCells } from '@/lib/sheet/judge/warnings/damaged'
import { warnNames } from '@/lib/sheet/judge/warnings/name-warnings'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { Column } from '@/lib/sheet/schema/columns'
import { COUNTRY, isAbroad } from '@/lib/sheet/schema/japanese-addresses'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { type RecordLines, recordLines, type SharedFailure } from '@/lib/sheet/schema/record-lines'
import { isSampleNumber } from '@/lib/sheet/schema/samples/sample-number'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { assemble, type CellFailure } from './assemble'
import { locate } from './locate'
import type { Mark, PlacedMark } from './marks'

/** What the desk finds in an order before anything is sent. */
export interface Judgement {
  readonly number: string
  readonly marks: readonly PlacedMark[]
  /** Whether the contract or a rule of the desk refuses the order; a failing order is not sent. */
  readonly isFailing: boolean
  /** The order as it would be sent; `writeJson` makes its bytes. */
  readonly record: Readonly<Record<string, unknown>>
}

/**
 * Judges one order by the contract and by the desk's own rules.
 * @param isRepeated whether another order of the draft has the same number
 * @param isProduction whether it is judged for production, which refuses samples
 */
export function judgeOrder(
  draft: Draft,
  order: Order,
  sheet: Sheet,
  isRepeated: boolean,
  isProduction = false,
): Judgement {
  const { lines, ...refusals } = judgeForSending(draft, order, sheet, isRepeated, isProduction)
  const found = [...warnings(lines), ...warnNames(lines.lines)].flatMap(one => placeShared(one, 'warning'))
  return { ...refusals, marks: [...refusals.marks, ...found] }
}

/**
 * Judges like `judgeOrder`, without warnings: they do not decide whether an order is sent.
 * @returns the judgement, and the lines that warnings are about
 */
export function judgeForSending(
  draft: Draft,
  order: Order,
  sheet: Sheet,
  isRepeated: boolean,
  isProduction: boolean,
): Judgement & { readonly lines: RecordLines } {
  const assembled = assemble(draft, order, sheet)
  const marks: PlacedMark[] = assembled.unread.flatMap(failure => placeShared(onCell(failure), 'failure'))
  const unread = new Set(assembled.unread.map(failure => key(failure.line, failure.column)))
  for (const failure of sheet.contractFailures(assembled.record)) {
    marks.push(...placeFailure(failure, order, draft, sheet, unread))
  }
  const lines = recordLines(
    order.lines.flatMap(id => draft.lines.get(id) ?? []),
    sheet.columns,
  )
  for (const failure of damagedCells(lines)) marks.push(...placeShared(failure, 'failure'))
  for (const failure of sheet.judge?.(lines) ?? []) marks.push(...placeShared(failure, 'failure'))
  if (isRepeated) {
    const cells = [{ line: order.firstLine, column: sheet.key }]
    marks.push(
      ...placeShared({ cells, code: 'repeated_here', params: { value: assembled.number } }, 'failure'),
    )
  }
  if (isProduction && isSampleNumber(assembled.number)) {
    const cells = [{ line: order.firstLine, column: sheet.key }]
    marks.push(...placeShared({ cells, code: 'sample_in_production', params: {} }, 'failure'))
  }
  const { number, record } = assembled
  return { number, marks, isFailing: marks.length > 0, record, lines }
}

/** @param unread cells that could not be read: they have a failure that says more than "not a number" */
function placeFailure(
  failure: Failure,
  order: Order,
  draft: Draft,
  sheet: Sheet,
  unread: ReadonlySet<string>,
): PlacedMark[] {
  const cells: CellAddress[] = []
  for (const field of [failure.field, ...(failure.also ?? [])]) {
    const place = locate(field, order.lines, draft, sheet)
    if ('line' in place) return [{ line: place.line, mark: deskMark('failure', failure) }]
    cells.push(...place.cells.filter(cell => !unread.has(key(cell.line, cell.column))))
  }
  return placeShared({ ...failure, cells }, 'failure')
}

const key = (line: string, column: string): string => `${line}\n${column}`

/** Marks without parameters, shared by all orders: in a large draft 50,000 orders lack the same columns. */
const plainMarks = new Map<string, Mark>()

function deskMark(severity: Mark['severity'], { code, params }: Pick<Failure, 'code' | 'params'>): Mark {
  const mark: Mark = { severity, source: 'desk', code, params, oneOf: 1, stale: false }
  if (Object.keys(params).length > 0) return mark
  const name = `${severity} ${code}`
  const known = plainMarks.get(name) ?? mark
  plainMarks.set(name, known)
  return known
}

/** Marks the cells of a failure. The marks of a failure of several cells share an id, so that it counts once. */
export function placeShared(failure: SharedFailure, severity: Mark['severity']): PlacedMark[] {
  const { cells, code } = failure
  const mark = deskMark(severity, failure)
  if (cells.length < 2) return cells.map(cell => ({ ...cell, mark }))
  const name = [code, ...cells.map(cell => key(cell.line, cell.column))].join('\n')
  return cells.map(cell => ({ ...cell, mark: { ...mark, shared: name } }))
}

const onCell = ({ line, column, code, params }: CellFailure): SharedFailure => ({
  cells: [{ line, column }],
  code,
  params,
})

/** Numbers that the contract accepts and that are most likely mistakes: they are warnings and block nothing. */
const unusual: Readonly<Record<string, { code: FailureCode; from: number }>> = {
  'items[].quantity': { code: 'unusual_quantity', from: 1 },
  'packageInfo.quantity': { code: 'unusual_quantity', from: 1 },
  'items[].price': { code: 'unusual_price', from: 0 },
  'items[].actualWeight': { code: 'unusual_weight', from: 0 },
  'packageInfo.actualWeight': { code: 'unusual_weight', from: 0 },
}

function warnings({ columns, lines, textOf }: RecordLines): SharedFailure[] {
  const hasHints = !isAbroad(columns, textOf)
  return columns.flatMap(column => {
    const limit = unusual[column.id]
    if (!limit && !(hasHints && column.hint)) return []
    return lines.flatMap(({ id: line, texts }) => {
      const text = texts[column.id]
      if (text === undefined || isBlank(text)) return []
      const cells = [{ line, column: column.id }]
      const hints = hasHints ? hintsAgainst(text, column).map(hint => ({ cells, ...hint })) : []
      const value = Number(text.normalize('NFKC').replaceAll(',', ''))
      const isUnusual = limit && value < limit.from
      return isUnusual ? [...hints, { cells, code: limit.code, params: { value: text } }] : hints
    })
  })
}

/** What the stricter sheet, that of orders to Japan, would refuse in a text. */
function hintsAgainst(text: string, { id, hint }: Column): Pick<SharedFailure, 'code' | 'params'>[] {
  const length = hint?.max === undefined ? 0 : countCharacters(text)
  if (hint?.max !== undefined && length > hint.max) {
    return [{ code: 'longer_than_japan', params: { max: hint.max, length } }]
  }
  const word = text.normalize('NFKC').trim().toUpperCase()
  if (!hint?.choices || hint.choices.includes(word)) return []
  // A country code outside of the list is unknown everywhere; other choices are those for Japan.
  return [{ code: id === COUNTRY ? 'unknown_country' : 'not_a_japan_choice', params: { value: text } }]
}
