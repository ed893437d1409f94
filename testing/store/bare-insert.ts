import 'server-only'
import { DatabaseSync } from '@photostructure/sqlite'

/** A number, and an order as JSON text. */
export interface BareOrder {
  readonly mallOrderNumber: string
  readonly body: string
}

/**
 * Inserts orders into an open SQLite file row by row with one prepared statement in one transaction: the
 * baseline for registrations.
 */
export function insertBare(
  path: string,
  clientId: string,
  orders: readonly BareOrder[],
  firstId: number,
): void {
  const file = new DatabaseSync(path)
  file.exec('PRAGMA synchronous = FULL')
  const insert = file.prepare(
    `insert into service_order (id, client_id, variant, mall_order_number, body, registered_at)
     values (?, ?, 'japan', ?, ?, ?)`,
  )
  const at = new Date().toISOString()
  file.exec('begin immediate')
  orders.forEach((order, i) => {
    insert.run(String(firstId + i), clientId, order.mallOrderNumber, order.body, at)
  })
  file.exec('commit')
  file.close()
}

/**
 * Inserts lines of a draft into a new SQLite file, row by row with one prepared statement in one synced transaction:
 * the baseline for saves.
 * @param lines id, rank and texts as JSON
 */
export function insertBareLines(
  path: string,
  lines: readonly (readonly [id: string, rank: number, texts: string])[],
): void {
  const file = new DatabaseSync(path)
  file.exec('PRAGMA journal_mode = WAL')
  file.exec('PRAGMA synchronous = FULL')
  file.exec(
    `create table line (draft_id text, line_id text, rank real, texts text, primary key (draft_id, line_id))
     without rowid`,
  )
  const insert = file.prepare("insert into line values ('draft', ?, ?, ?)")
  file.exec('begin immediate')
  for (const line of lines) insert.run(...line)
  file.exec('commit')
  file.close()
}
