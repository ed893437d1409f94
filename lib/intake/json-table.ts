import { isLosslessNumber, parse } from 'lossless-json'
import type { Column } from '@/lib/sheet/columns'
import { type Sheet, sheets } from '@/lib/sheet/sheets'
import { limits } from './limits'
import type { Table } from './table'
import { TableBuilder, type Tally } from './tally'
import { Unreadable } from './unreadable'

/**
 * Reads orders or products in the API's own shape: `{"data": […]}`, `{"products": […]}` or the list itself. The first
 * row holds the ids of the columns; then come an item, or an option, a row, with what belongs to the whole order or
 * product on its first row. Numbers keep every digit.
 * @throws Unreadable where it is no JSON, or no list of records
 */
export function readJson(text: string, tally: Tally): Table {
  const records = recordsOf(parsed(text))
  const sheet = records.some(isProduct) ? sheets.products : sheets['orders/japan']
  const columns = new Columns(sheet)
  const rows = records.flatMap(record => rowsOf(record, sheet, columns))
  const builder = new TableBuilder(tally)
  builder.add([...columns.ids], 1)
  for (const [at, row] of rows.entries()) builder.add(row, at + 2)
  return builder.table('')
}

/** Steps from a record to a leaf. */
const DEEPEST = 50

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    // Cut short, or nested deeper than anybody writes.
    throw new Unreadable({ code: 'broken' })
  }
}

/** Members that hold the list of a request. */
const envelopes = ['data', 'products', 'orders'] as const

function recordsOf(value: unknown): Members[] {
  const name = isMembers(value) ? envelopes.find(name => Array.isArray(value[name])) : undefined
  const list = name !== undefined && isMembers(value) ? value[name] : value
  const records: unknown[] = Array.isArray(list) ? list : [list]
  const found = records.filter(isMembers)
  if (found.length < records.length) throw new Unreadable({ code: 'not_a_table' })
  if (found.length === 0) throw new Unreadable({ code: 'empty' })
  return found
}

const isProduct = (record: Members): boolean => 'shopProductId' in record || 'productOptionGroup' in record

/** Columns in the order in which they are met, those of the sheet by their ids. */
class Columns {
  readonly ids: string[] = []
  private readonly places = new Map<string, number>()
  private readonly known: ReadonlyMap<string, string>

  constructor(sheet: Sheet) {
    const all = [...sheet.columns, ...(sheet.noun === 'order' ? sheets['orders/general'].columns : [])]
    this.known = new Map(all.map(column => [keyOf(column.scope, column.path), column.id]))
  }

  place(scope: Column['scope'], path: Column['path'], lines: string): number {
    const key = keyOf(scope, path)
    const found = this.places.get(key)
    if (found !== undefined) return found
    const id = this.known.get(key) ?? (scope === 'item' ? `${lines}[].` : '') + path.join('.')
    this.ids.push(id)
    if (this.ids.length > limits.columns)
      throw new Unreadable({ code: 'too_many_columns', most: limits.columns })
    this.places.set(key, this.ids.length - 1)
    return this.ids.length - 1
  }
}

const keyOf = (scope: Column['scope'], path: Column['path']): string => `${scope} ${path.join(' ')}`

function rowsOf(record: Members, { lines: path }: Sheet, columns: Columns): string[][] {
  const lines = path.reduce<unknown>((value, step) => memberOf(value, step), record)
  const items: readonly unknown[] = Array.isArray(lines) && lines.length > 0 ? lines : [undefined]
  const name = path.filter(step => typeof step === 'string').join('[].')
  return items.map((item, at) => {
    const row: string[] = []
    const put = (scope: Column['scope'], to: Column['path'], text: string) => {
      const column = columns.place(scope, to, name)
      while (row.length < column) row.push('')
      row[column] = text
    }
    if (at === 0) walk(record, [], path, (to, text) => put('record', to, text))
    walk(item, [], [], (to, text) => put('item', to, text))
    return row
  })
}

function memberOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value) && typeof step === 'number') return value[step]
  return isMembers(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** Hands over every leaf with its path; what stands at `without` is somebody else's. */
function walk(
  value: unknown,
  path: Column['path'],
  without: Column['path'],
  leaf: (path: Column['path'], text: string) => void,
): void {
  if (path.length > DEEPEST) throw new Unreadable({ code: 'broken' })
  if (without.length > 0 && path.length === without.length && path.every((step, at) => step === without[at]))
    return
  if (Array.isArray(value) && value.some(isMembers)) {
    for (const [at, element] of value.entries()) walk(element, [...path, at], without, leaf)
  } else if (isMembers(value)) {
    for (const [name, member] of Object.entries(value)) walk(member, [...path, name], without, leaf)
  } else if (value !== null && value !== undefined && path.length > 0) leaf(path, textOf(value))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  return value === null || value === undefined ? '' : String(value)
}
