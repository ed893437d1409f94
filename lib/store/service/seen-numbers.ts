import 'server-only'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { sha256Hex } from '@/lib/store/stored-values'

/** Maximum numbers in memory; further ones go to a temporary table. */
const MAX_IN_MEMORY = 100_000
/** A number with more UTF-16 units is stored as its SHA-256, which bounds the memory. */
const MAX_PLAIN_LENGTH = 200

/** A number and the row of its order. */
interface Numbered {
  readonly number: string
  readonly row: number
}

/**
 * Finds repeated numbers of one request. The first numbers are in memory, the others in a temporary table in
 * an unnamed file of SQLite. Close it after use.
 */
export class SeenNumbers {
  private readonly held = new Map<string, number>()
  private table: Table | undefined

  constructor(private readonly inMemory: number = MAX_IN_MEMORY) {}

  /**
   * Adds numbers in the order of their rows. None may contain NUL or a lone surrogate.
   * @returns for each repeated number, its row and the first row with that number
   */
  add(orders: readonly Numbered[]): ReadonlyMap<number, number> {
    const repeated = new Map<number, number>()
    const others: [string, number][] = []
    for (const { number, row } of orders) {
      const key = number.length > MAX_PLAIN_LENGTH ? `sha256 ${sha256Hex(number)}` : number
      const first = this.held.get(key)
      if (first !== undefined) repeated.set(row, first)
      else if (this.held.size < this.inMemory) this.held.set(key, row)
      else others.push([key, row])
    }
    if (others.length > 0) for (const [row, first] of this.addToTable(others)) repeated.set(row, first)
    return repeated
  }

  close(): void {
    this.table?.file.close()
    this.table = undefined
    this.held.clear()
  }

  private addToTable(orders: readonly [string, number][]): [number, number][] {
    this.table ??= openTable()
    const list = JSON.stringify(orders)
    this.table.insert.run(list)
    const rows = this.table.find.all(list) as { row: number; first: number }[]
    return rows.map(({ row, first }) => [row, first])
  }
}

/** Prepared statements that take a JSON list of numbers with rows. */
interface Table {
  readonly file: DatabaseSyncInstance
  readonly insert: StatementSyncInstance
  /** Finds rows that are not the first with their number. */
  readonly find: StatementSyncInstance
}

function openTable(): Table {
  const file = new DatabaseSync(':memory:')
  // In a file with a few megabytes of cache; it need not survive.
  file.exec('pragma temp_store = file')
  file.exec('pragma temp.cache_size = -8000')
  file.exec('pragma temp.journal_mode = off')
  file.exec('create temp table seen (number text primary key, row integer not null) without rowid')
  const insert = file.prepare(
    `insert into seen (number, row) select value ->> 0, value ->> 1 from jsonb_each(?) where true
     order by key on conflict do nothing`,
  )
  const find = file.prepare(
    `select given.value ->> 1 as row, seen.row as first from jsonb_each(?) as given
     join seen on seen.number = given.value ->> 0 where seen.row < given.value ->> 1`,
  )
  return { file, insert, find }
}
