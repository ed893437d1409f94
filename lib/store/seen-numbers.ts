import 'server-only'
import { createHash } from 'node:crypto'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'

/** Numbers that are held in memory; more go to a temporary table. */
const IN_MEMORY = 100_000
/** A number longer than this, in UTF-16 units, is held by its SHA-256: no caller makes us hold more. */
const LONGEST = 200

/** A number and the position of its order. */
export interface Numbered {
  readonly number: string
  readonly row: number
}

/**
 * The numbers of one request, to find those that stand there twice. The first ones are held in memory, the others by a
 * temporary table that SQLite keeps in a file of its own, without a name. To be closed.
 */
export class SeenNumbers {
  private readonly held = new Map<string, number>()
  private table: Table | undefined

  constructor(private readonly inMemory: number = IN_MEMORY) {}

  /**
   * Adds numbers, in the order of their rows. None holds NUL or half a surrogate pair.
   * @returns for each row whose number was there before, the row of the first that had it.
   */
  add(orders: readonly Numbered[]): ReadonlyMap<number, number> {
    const repeated = new Map<number, number>()
    const others: [string, number][] = []
    for (const { number, row } of orders) {
      const key =
        number.length > LONGEST ? `sha256 ${createHash('sha256').update(number).digest('hex')}` : number
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

/** A list of numbers with their rows is given as JSON. Statements are prepared once. */
interface Table {
  readonly file: DatabaseSyncInstance
  readonly insert: StatementSyncInstance
  /** Finds the rows that did not become the first of their number. */
  readonly find: StatementSyncInstance
}

function openTable(): Table {
  const file = new DatabaseSync(':memory:')
  // In a file, of which a few megabytes are held in memory; nothing of it has to survive.
  file.exec('pragma temp_store = file')
  file.exec('pragma temp.cache_size = -8000')
  file.exec('pragma temp.journal_mode = off')
  file.exec('create temp table seen (number text primary key, row integer not null) without rowid')
  const insert = file.prepare(
    `insert into seen (number, row) select value ->> 0, value ->> 1 from json_each(?) where true
     order by key on conflict do nothing`,
  )
  const find = file.prepare(
    `select given.value ->> 1 as row, seen.row as first from json_each(?) as given
     join seen on seen.number = given.value ->> 0 where seen.row < given.value ->> 1`,
  )
  return { file, insert, find }
}
