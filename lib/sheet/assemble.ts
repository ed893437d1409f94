import type { Failure } from '@/lib/contract/failures'
import type { Column, Path } from './columns'
import type { CellAddress, Draft, LineId, Texts } from './draft'
import type { Order } from './grouping'
import { isBlank, kinds } from './kinds'
import type { Sheet } from './sheets'

/** An order read from its lines: the record as the contract takes it, and where each value came from. */
export interface Assembled {
  readonly record: Readonly<Record<string, unknown>>
  /** The order's number as typed, without outer blanks; '' when it has none. */
  readonly number: string
  /** Failures of cells that no value could be read from, or that contradict their order. */
  readonly unread: readonly CellFailure[]
}

/** A failure that is bound to a cell already. */
export interface CellFailure extends CellAddress {
  readonly code: Failure['code']
  readonly params: Failure['params']
}

/**
 * The one field that may be blank although it is required: many addresses have no second line
 * (face.md, decision 8).
 */
export const SENT_EMPTY = new Set(['recipient.addressDetail'])

/** Reads one order. Text that no value can be read from goes into the record as it is. */
export function assemble(draft: Draft, order: Order, sheet: Sheet): Assembled {
  const unread: CellFailure[] = []
  const lines = order.lines.map(id => ({ id, texts: draft.lines.get(id)?.texts ?? {} }))
  const number = numberOf(lines, sheet.key)
  const record: Record<string, unknown> = {}
  const items: Record<string, unknown>[] = lines.map(() => ({}))
  for (const column of sheet.columns) {
    if (column.scope === 'record') {
      readRecordCell(column, lines, record, unread)
      // It is sent as it is known by here: lines are grouped, doubles found and verdicts kept without outer blanks.
      if (column.id === sheet.key && number !== '') put(record, column.path, number)
      continue
    }
    for (const [i, line] of lines.entries()) {
      const item = items[i]
      if (item) put(item, column.path, readCell(column, line.id, line.texts, unread))
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

/** An order's cell is the first text that any of its lines has; another text further down contradicts it. */
function readRecordCell(
  column: Column,
  lines: readonly { id: LineId; texts: Texts }[],
  record: Record<string, unknown>,
  unread: CellFailure[],
): void {
  const source = lines.find(line => !isBlank(line.texts[column.id])) ?? lines[0]
  if (!source) return
  put(record, column.path, readCell(column, source.id, source.texts, unread))
  const said = source.texts[column.id]
  for (const { id, texts } of lines) {
    const text = texts[column.id]
    if (isBlank(text) || text === said) continue
    // Numbers may differ in outer blanks: those lines were grouped by the trimmed number.
    if (text?.trim() === said?.trim()) continue
    unread.push({ line: id, column: column.id, code: 'disagrees', params: { first: said ?? '' } })
  }
}

function readCell(column: Column, line: LineId, texts: Texts, unread: CellFailure[]): unknown {
  const text = texts[column.id]
  if (text === undefined || isBlank(text)) {
    return column.required && SENT_EMPTY.has(column.id) ? '' : undefined
  }
  const reading = kinds[column.kind].read(text, column)
  if ('value' in reading) return reading.value
  unread.push({ line, column: column.id, code: reading.code, params: reading.params })
  return text
}

/** Sets a member, making what is above it, so that a failure names the field and not its parent. */
function put(target: object, path: Path, value: unknown): void {
  let at = target as Record<string | number, unknown>
  for (const [i, step] of path.slice(0, -1).entries()) {
    at[step] ??= typeof path[i + 1] === 'number' ? [] : {}
    at = at[step] as Record<string | number, unknown>
  }
  const last = path.at(-1)
  if (last !== undefined && value !== undefined) at[last] = value
}
