import type { FailureCode } from '@/lib/contract/failures'
import { assemble, type CellFailure, judgeRecord } from './assemble'
import { type Draft, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import { locate } from './locate'
import type { Mark, PlacedMark } from './marks'
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
  const marks: PlacedMark[] = assembled.unread.map(failure => placed(failure, 'failure'))
  const taken = new Set(assembled.unread.map(failure => key(failure.line, failure.column)))
  for (const failure of judgeRecord(assembled, sheet)) {
    const place = locate(failure.field, order.lines, draft, sheet)
    const mark = deskMark('failure', failure.code, failure.params)
    if ('line' in place) marks.push({ line: place.line, mark })
    // A cell that could not be read goes on as text; its own reason says more than "not a number".
    else
      for (const cell of place.cells)
        if (!taken.has(key(cell.line, cell.column))) marks.push({ ...cell, mark })
  }
  if (repeated) {
    marks.push(
      placed(
        {
          line: order.lead,
          column: sheet.key,
          code: 'repeated_here',
          params: { value: assembled.number },
        },
        'failure',
      ),
    )
  }
  const failing = marks.length > 0
  marks.push(...warnings(draft, order, sheet).map(warning => placed(warning, 'warning')))
  return { number: assembled.number, marks, failing, record: assembled.record }
}

const key = (line: string, column: string): string => `${line}\n${column}`

const deskMark = (severity: Mark['severity'], code: FailureCode, params: Mark['params']): Mark => ({
  severity,
  source: 'desk',
  code,
  params: params ?? {},
  oneOf: 1,
  stale: false,
})

const placed = ({ line, column, code, params }: CellFailure, severity: Mark['severity']): PlacedMark => ({
  line,
  column,
  mark: deskMark(severity, code, params),
})

/** Numbers that the contract allows but that are almost surely mistakes: shown, never blocking. */
const unusual: Readonly<Record<string, { code: FailureCode; from: number }>> = {
  'items[].quantity': { code: 'unusual_quantity', from: 1 },
  'packageInfo.quantity': { code: 'unusual_quantity', from: 1 },
  'items[].price': { code: 'unusual_price', from: 0 },
  'items[].actualWeight': { code: 'unusual_weight', from: 0 },
  'packageInfo.actualWeight': { code: 'unusual_weight', from: 0 },
}

function warnings(draft: Draft, order: Order, sheet: Sheet): CellFailure[] {
  return Object.entries(unusual).flatMap(([column, { code, from }]) =>
    order.lines.flatMap(line => {
      const text = textAt(draft, line, column)
      if (isBlank(text) || !sheet.columns.some(known => known.id === column)) return []
      const value = Number(text.normalize('NFKC').replaceAll(',', ''))
      return value < from ? [{ line, column, code, params: { value: text } }] : []
    }),
  )
}
