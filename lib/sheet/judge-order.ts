import { countCharacters } from '@/lib/contract/characters'
import type { Failure, FailureCode } from '@/lib/contract/failures'
import { assemble, type CellFailure } from './assemble'
import type { Column } from './columns'
import { damagedCells } from './damaged'
import type { CellAddress, Draft } from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import { locate } from './locate'
import type { Mark, PlacedMark } from './marks'
import { warnNames } from './name-warnings'
import { type RecordLines, recordLines, type SharedFailure } from './rules'
import type { Sheet } from './sheets'

/** What the desk itself can say of an order, before anything is sent. */
export interface Judgement {
  readonly number: string
  readonly marks: readonly PlacedMark[]
  /** Whether the contract or a rule of the desk refuses the order; it is withheld then. */
  readonly failing: boolean
  /** The order as it would be sent; `writeJson` makes its bytes. */
  readonly record: Readonly<Record<string, unknown>>
}

/**
 * Judges one order by the contract and by the desk's own rules (face.md, decision 8).
 * @param repeated whether another order of the draft bears the same number.
 */
export function judgeOrder(draft: Draft, order: Order, sheet: Sheet, repeated: boolean): Judgement {
  const assembled = assemble(draft, order, sheet)
  const marks: PlacedMark[] = assembled.unread.flatMap(failure => shared(onCell(failure), 'failure'))
  const taken = new Set(assembled.unread.map(failure => key(failure.line, failure.column)))
  for (const failure of sheet.refuse(assembled.record)) {
    marks.push(...placeFailure(failure, order, draft, sheet, taken))
  }
  const lines = recordLines(draft, order, sheet.columns)
  for (const failure of damagedCells(lines)) marks.push(...shared(failure, 'failure'))
  for (const failure of sheet.judge?.(lines) ?? []) marks.push(...shared(failure, 'failure'))
  if (repeated) {
    const cells = [{ line: order.lead, column: sheet.key }]
    marks.push(...shared({ cells, code: 'repeated_here', params: { value: assembled.number } }, 'failure'))
  }
  const failing = marks.length > 0
  marks.push(...[...warn(lines), ...warnNames(lines.lines)].flatMap(warning => shared(warning, 'warning')))
  return { number: assembled.number, marks, failing, record: assembled.record }
}

/** @param taken cells that could not be read: their own reason says more than "not a number" */
function placeFailure(
  failure: Failure,
  order: Order,
  draft: Draft,
  sheet: Sheet,
  taken: ReadonlySet<string>,
): PlacedMark[] {
  const cells: CellAddress[] = []
  for (const field of [failure.field, ...(failure.also ?? [])]) {
    const place = locate(field, order.lines, draft, sheet)
    if ('line' in place) return [{ line: place.line, mark: deskMark('failure', failure) }]
    cells.push(...place.cells.filter(cell => !taken.has(key(cell.line, cell.column))))
  }
  return shared({ ...failure, cells }, 'failure')
}

const key = (line: string, column: string): string => `${line}\n${column}`

/** Marks of which nothing more is to be said: where 50,000 orders lack the same columns, they share theirs. */
const bare = new Map<string, Mark>()

function deskMark(severity: Mark['severity'], { code, params }: Pick<Failure, 'code' | 'params'>): Mark {
  const mark: Mark = { severity, source: 'desk', code, params, oneOf: 1, stale: false }
  if (Object.keys(params).length > 0) return mark
  const name = `${severity} ${code}`
  const known = bare.get(name) ?? mark
  bare.set(name, known)
  return known
}

/** A failure on its cells. One that stands on several is one all the same: they share a name for it. */
function shared(failure: SharedFailure, severity: Mark['severity']): PlacedMark[] {
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

/** Numbers that the contract allows but that are almost surely mistakes: shown, never blocking. */
const unusual: Readonly<Record<string, { code: FailureCode; from: number }>> = {
  'items[].quantity': { code: 'unusual_quantity', from: 1 },
  'packageInfo.quantity': { code: 'unusual_quantity', from: 1 },
  'items[].price': { code: 'unusual_price', from: 0 },
  'items[].actualWeight': { code: 'unusual_weight', from: 0 },
  'packageInfo.actualWeight': { code: 'unusual_weight', from: 0 },
}

function warn({ columns, lines }: RecordLines): SharedFailure[] {
  return columns.flatMap(column => {
    const limit = unusual[column.id]
    if (!limit && !column.hint) return []
    return lines.flatMap(({ id: line, texts }) => {
      const text = texts[column.id]
      if (text === undefined || isBlank(text)) return []
      const cells = [{ line, column: column.id }]
      const hints = hintsAgainst(text, column).map(hint => ({ cells, ...hint }))
      const value = Number(text.normalize('NFKC').replaceAll(',', ''))
      const isUnusual = limit && value < limit.from
      return isUnusual ? [...hints, { cells, code: limit.code, params: { value: text } }] : hints
    })
  })
}

/** What a stricter variant would say of a text. */
function hintsAgainst(text: string, { hint }: Column): Pick<SharedFailure, 'code' | 'params'>[] {
  const length = hint?.max === undefined ? 0 : countCharacters(text)
  if (hint?.max !== undefined && length > hint.max) {
    return [{ code: 'longer_than_japan', params: { max: hint.max, length } }]
  }
  const word = text.normalize('NFKC').trim().toUpperCase()
  if (!hint?.choices || hint.choices.includes(word)) return []
  return [{ code: 'not_a_japan_choice', params: { value: text } }]
}
