import type { Failure } from '@/lib/contract/validation/failures'
import type { Draft } from '@/lib/sheet/draft/draft'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { Column, Path } from '@/lib/sheet/schema/columns'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import type { CellAddress, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** An order read from its lines: the record in the form of the contract. */
export interface Assembled {
  readonly record: Readonly<Record<string, unknown>>
  /** The number of the order as typed, without outer blanks; '' when it has none. */
  readonly number: string
  /** Failures of cells that cannot be read, or that contradict a cell above of the same order. */
  readonly unread: readonly CellFailure[]
}

/** A failure that the desk finds in a cell before the contract parses the record. */
export interface CellFailure extends CellAddress {
  readonly code: Failure['code']
  readonly params: Failure['params']
}

/**
 * Required columns that are sent as '' when they are blank: many addresses have no second line.
 */
export const SENT_EMPTY = new Set(['recipient.addressDetail'])

/** Reads one order. A text that cannot be read goes into the record as it is. */
export function assemble(draft: Draft, order: Order, sheet: Sheet): Assembled {
  const unread: CellFailure[] = []
  const lines = order.lines.map(id => ({ id, texts: draft.lines.get(id)?.texts ?? {} }))
  const number = numberOf(lines, sheet.key)
  const record: Record<string, unknown> = {}
  const items: Record<string, unknown>[] = lines.map(() => ({}))
  for (const column of sheet.columns) {
    if (column.scope === 'record') {
      readRecordCell(column, lines, record, unread)
      // The number is sent without outer blanks, as orders are grouped, compared and stored by it.
      if (column.id === sheet.key && number !== '') put(record, column.path, number)
      continue
    }
    for (let i = 0; i < lines.length; i++) {
      const [line, item] = [lines[i], items[i]]
      if (line && item) put(item, column.path, readCell(column, line.id, line.texts[column.id], unread))
    }
  }
  put(record, sheet.lines, items)
  sheet.finish?.(record)
  return { record, number, unread }
}

const numberOf = (lines: readonly { texts: Texts }[], key: string): string =>
  lines
    .map(line => line.texts[key])
    .find(text => !isBlank(text))
    ?.trim() ?? ''

/** The cell of an order is the first text of its lines; a different text on a later line contradicts it. */
function readRecordCell(
  column: Column,
  lines: readonly { id: LineId; texts: Texts }[],
  record: Record<string, unknown>,
  unread: CellFailure[],
): void {
  let first: string | undefined
  // A loop that reads each text once: this runs for each column of each order of a large draft.
  for (const { id, texts } of lines) {
    const text = texts[column.id]
    if (text === undefined || isBlank(text)) continue
    if (first === undefined) {
      first = text
      put(record, column.path, readCell(column, id, text, unread))
      continue
    }
    // Lines are grouped by the trimmed number, so outer blanks do not contradict it.
    if (text === first || text.trim() === first.trim()) continue
    unread.push({ line: id, column: column.id, code: 'disagrees', params: { first } })
  }
  const line = lines[0]
  if (first === undefined && line) put(record, column.path, readCell(column, line.id, undefined, unread))
}

function readCell(column: Column, line: LineId, text: string | undefined, unread: CellFailure[]): unknown {
  if (text === undefined || isBlank(text)) {
    return column.required && SENT_EMPTY.has(column.id) ? '' : undefined
  }
  const reading = kinds[column.kind].read(text, column)
  if ('value' in reading) return reading.value
  unread.push({ line, column: column.id, code: reading.code, params: reading.params })
  return text
}

/** Sets a member and creates the objects above it, so that a failure names the field and not its parent. */
function put(target: object, path: Path, value: unknown): void {
  let at = target as Record<string | number, unknown>
  const end = path.length - 1
  for (let i = 0; i < end; i++) {
    const step = path[i] ?? ''
    at[step] ??= typeof path[i + 1] === 'number' ? [] : {}
    at = at[step] as Record<string | number, unknown>
  }
  const last = path[end]
  if (last !== undefined && value !== undefined) at[last] = value
}
