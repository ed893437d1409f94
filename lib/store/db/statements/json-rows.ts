import 'server-only'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { rejectNul } from '@/lib/store/db/sqlite/sqlite-errors'

/** Types of columns, and how PostgreSQL calls them. */
const types = { text: 'text', integer: 'bigint' } as const

interface Values {
  readonly text: string | null
  readonly integer: number | null
}

type Columns = Readonly<Record<string, keyof Values>>
type Row<Of extends Columns> = { readonly [Name in keyof Of]: Values[Of[Name]] }

/**
 * Rows as a table for the `from` of a statement: `from ${jsonRows(…)} as given`. They are one parameter of JSON, beside
 * one for each column that has the same value in all rows. As parameters of their own, thousands of values cost more
 * than what the database does with them.
 * @param columns the columns that are read from each row, with their types
 */
export function jsonRows<Of extends Columns>(
  db: Db,
  columns: Of,
  rows: readonly Row<Of>[],
): RawBuilder<unknown> {
  const isSqlite = isSqliteDatabase(db)
  const [first] = rows
  const varying: (keyof Of)[] = []
  const selected = Object.entries(columns).map(([name, type]) => {
    const isShared = first !== undefined && rows.length > 1 && rows.every(row => row[name] === first[name])
    const value = isShared ? sql`${first[name]}` : sql`value ->> ${sql.lit(varying.push(name) - 1)}`
    const typed = isSqlite ? value : sql`(${value})::${sql.raw(types[type])}`
    return sql`${typed} as ${sql.ref(name)}`
  })
  const json = writeRows(rows.map(row => varying.map(name => row[name])))
  return isSqlite
    ? sql`(select ${sql.join(selected)} from jsonb_each(${json}))`
    : sql`(select ${sql.join(selected)} from jsonb_array_elements(${json}::jsonb))`
}

/** Several byte strings as one. */
export interface JoinedBytes {
  readonly bytes: Uint8Array
  /** Where each of them is in it: position from 1, and length. Null: there is none. */
  readonly places: readonly { readonly start: number | null; readonly length: number | null }[]
}

/** Joins byte strings to one parameter, because JSON cannot hold them. */
export function joinBytes(parts: readonly (Uint8Array | null)[]): JoinedBytes {
  let end = 1
  const places = parts.map(part => {
    if (part === null) return { start: null, length: null }
    const start = end
    end += part.length
    return { start, length: part.length }
  })
  return { bytes: Buffer.concat(parts.filter(part => part !== null)), places }
}

/**
 * One of some joined byte strings.
 * @param start name of the column of `jsonRows` with its position
 * @param length with its length
 */
export function partOfBytes(
  db: Db,
  { bytes }: JoinedBytes,
  start: string,
  length: string,
): RawBuilder<Uint8Array | null> {
  return isSqliteDatabase(db)
    ? sql`substr(${bytes}, ${sql.ref(start)}, ${sql.ref(length)})`
    : sql`substr(${bytes}::bytea, ${sql.ref(start)}::int, ${sql.ref(length)}::int)`
}

/** As JSON. Texts with NUL are refused and halves of surrogate pairs replaced, as in parameters. */
function writeRows(rows: readonly (readonly (string | number | null)[])[]): string {
  const json = JSON.stringify(rows)
  if (json.includes('\\u0000')) rejectNul(rows.flat())
  if (!json.includes('\\ud')) return json
  return JSON.stringify(
    rows.map(row => row.map(value => (typeof value === 'string' ? value.toWellFormed() : value))),
  )
}

/** Kysely says of SQLite that changes of tables are not part of a transaction. */
const isSqliteDatabase = (db: Db): boolean => !db.getExecutor().adapter.supportsTransactionalDdl
