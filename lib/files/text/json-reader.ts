import { isLosslessNumber, parse, stringify } from 'lossless-json'
import type { Table } from '@/lib/files/book/book'
import { limits } from '@/lib/files/book/limits'
import { ReadError } from '@/lib/files/book/read-error'
import { type ReadBudget, TableBuilder } from '@/lib/files/book/table-builder'

/** Members of an object. Numbers are LosslessNumber. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Steps from a record, or from one of its lines, to a value. */
type JsonPath = readonly (string | number)[]

/** How records become rows. */
interface JsonLayout {
  /** Path of the list in a record whose elements become a row each; empty: each record is one row. */
  readonly lines: JsonPath
  /** The heading of the values at a path; undefined: the path itself becomes the heading. */
  readonly headingOf: (scope: 'record' | 'item', path: JsonPath) => string | undefined
}

/** What a caller knows of the JSON files that it expects. */
export interface JsonFormat {
  /** Members of a file's object that may contain the list of records; the first that is a list counts. */
  readonly envelopes: readonly string[]
  readonly layoutOf: (records: readonly JsonObject[]) => JsonLayout
}

const plainFormat: JsonFormat = { envelopes: [], layoutOf: () => ({ lines: [], headingOf: () => undefined }) }

/**
 * Reads a JSON file that is a list of records, a record, or an object with such a list. The first row contains the
 * headings; values of the whole record are on the first of its rows. Numbers keep every digit.
 * @throws ReadError where the text is no JSON, or no list of records
 */
export function readJson(text: string, budget: ReadBudget, format = plainFormat): Table {
  const records = recordsOf(parsed(text), format.envelopes)
  const layout = format.layoutOf(records)
  const columns = new Columns(layout)
  const rows = records.flatMap(record => rowsOf(record, layout, columns))
  const builder = new TableBuilder(budget)
  builder.addRow([...columns.headings], 1)
  for (const [at, row] of rows.entries()) builder.addRow(row, at + 2)
  return builder.build('')
}

/** Steps from a record to a value. */
const MAX_DEPTH = 50

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    // The file was cut short, or its values are nested so deeply that the stack overflows.
    throw new ReadError({ code: 'broken' })
  }
}

function recordsOf(value: unknown, envelopes: readonly string[]): JsonObject[] {
  const name = isObject(value) ? envelopes.find(name => Array.isArray(value[name])) : undefined
  const list = name !== undefined && isObject(value) ? value[name] : value
  const all: unknown[] = Array.isArray(list) ? list : [list]
  const records = all.filter(isObject)
  if (records.length < all.length) throw new ReadError({ code: 'not_a_table' })
  if (records.length === 0) throw new ReadError({ code: 'empty' })
  return records
}

/** Columns in the order in which their first values come. */
class Columns {
  readonly headings: string[] = []
  private readonly indexes = new Map<string, number>()
  /** `items` → `items[].`, before the paths of lines. */
  private readonly linesPrefix: string

  constructor(private readonly layout: JsonLayout) {
    const names = layout.lines.filter(step => typeof step === 'string')
    this.linesPrefix = names.length === 0 ? '' : `${names.join('[].')}[].`
  }

  indexOf(scope: 'record' | 'item', path: JsonPath): number {
    const key = `${scope} ${path.join(' ')}`
    const known = this.indexes.get(key)
    if (known !== undefined) return known
    const heading =
      this.layout.headingOf(scope, path) ?? (scope === 'item' ? this.linesPrefix : '') + path.join('.')
    const index = this.headings.push(heading) - 1
    if (index >= limits.columns) throw new ReadError({ code: 'too_many_columns', most: limits.columns })
    this.indexes.set(key, index)
    return index
  }
}

function rowsOf(record: JsonObject, { lines: path }: JsonLayout, columns: Columns): string[][] {
  const found = path.reduce<unknown>((value, step) => memberOf(value, step), record)
  const lines: readonly unknown[] =
    path.length > 0 && Array.isArray(found) && found.length > 0 ? found : [undefined]
  return lines.map((line, at) => {
    const row: string[] = []
    const put = (scope: 'record' | 'item', to: JsonPath, text: string) => {
      const column = columns.indexOf(scope, to)
      while (row.length < column) row.push('')
      row[column] = text
    }
    if (at === 0) visitValues(record, [], path, (to, text) => put('record', to, text))
    visitValues(line, [], [], (to, text) => put('item', to, text))
    return row
  })
}

function memberOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value) && typeof step === 'number') return value[step]
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** Calls `visit` with each value that is not an object, and its path; leaves out what is at `except`. */
function visitValues(
  value: unknown,
  path: JsonPath,
  except: JsonPath,
  visit: (path: JsonPath, text: string) => void,
): void {
  if (path.length > MAX_DEPTH) throw new ReadError({ code: 'broken' })
  if (except.length > 0 && path.length === except.length && path.every((step, at) => step === except[at]))
    return
  if (Array.isArray(value) && value.some(isObject)) {
    for (const [at, element] of value.entries()) visitValues(element, [...path, at], except, visit)
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) visitValues(member, [...path, name], except, visit)
  } else if (value !== null && value !== undefined && path.length > 0) visit(path, textOf(value))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  // A record in a list of lists has no path of its own.
  if (isObject(value)) return stringify(value) ?? ''
  return value === null || value === undefined ? '' : String(value)
}
