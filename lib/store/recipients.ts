import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { pieces } from './chunks'
import type { Database, Handle } from './database'
import type { LedgerOrderTable } from './ledger-tables'

/** What is kept of a name, at most: a search needs no more, and an index takes no longer ones. */
const LONGEST = 120

/** Width, case, accents in two characters and spaces make no difference to a search: １２ and 12, 山田 太郎 and 山田太郎. */
export const foldName = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFC').replaceAll(/\s+/g, '')].slice(0, LONGEST).join('')

/** The recipient's name in an order's JSON; '' where there is none, as in products. */
export function recipientIn(payload: string): string {
  const order: { recipient?: { name?: unknown } } | null = JSON.parse(payload)
  const name = order?.recipient?.name
  return typeof name === 'string' ? name : ''
}

/** Notes by whom orders will be found. Those that were noted already stay as they are. */
export async function noteRecipients(
  handle: Handle,
  rows: readonly Pick<LedgerOrderTable, 'id' | 'created_at' | 'payload'>[],
): Promise<void> {
  const named = rows.flatMap(({ id, created_at, payload }) => {
    const folded = foldName(recipientIn(payload))
    return folded === '' ? [] : { ledger_order_id: id, created_at, folded }
  })
  for await (const some of pieces(named)) {
    await handle
      .insertInto('order_recipient')
      .values(some)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/** Where a search goes on: behind the last row that it looked at. */
export interface RecipientPlace {
  readonly at: string
  readonly id: string
}

/** Rows of one look: a few milliseconds, then others get their turn. */
const LOOK = 20_000

/**
 * Orders whose recipient's name holds `text`, newest first: at most `limit`, beginning behind `from`. Looks through
 * names alone, some at a time, and stops when it has enough.
 * @returns ids of orders, and where to go on; undefined when all were looked at
 */
export async function findByRecipient(
  handle: Handle,
  text: string,
  limit: number,
  from?: RecipientPlace,
): Promise<{ ids: readonly string[]; next: RecipientPlace | undefined }> {
  const folded = foldName(text)
  const found: RecipientPlace[] = []
  let place = from
  for (;;) {
    const rows = await handle
      .selectFrom('order_recipient')
      .select(['created_at as at', 'ledger_order_id as id', 'folded'])
      .$if(place !== undefined, query =>
        query.where(row =>
          row(
            row.refTuple('created_at', 'ledger_order_id'),
            '<',
            row.tuple(place?.at ?? '', place?.id ?? ''),
          ),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('ledger_order_id', 'desc')
      .limit(LOOK)
      .execute()
    for (const row of rows) {
      if (row.folded.includes(folded)) found.push(row)
      if (found.length === limit) return { ids: found.map(one => one.id), next: found.at(-1) }
    }
    place = rows.at(-1)
    if (rows.length < LOOK || !place) return { ids: found.map(one => one.id), next: undefined }
    await setImmediate()
  }
}

/** Reads the names of orders that were there before names were noted, some at a time. @returns whether all are read */
export async function readNames(database: Database, limit = 200): Promise<boolean> {
  const { kysely, write } = database
  const { named_to: from } = await kysely
    .selectFrom('retention')
    .select('named_to')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  if (from === null) return true
  const rows = await kysely
    .selectFrom('ledger_order')
    .select(['id', 'created_at', 'payload', 'erased_at'])
    .where('id', '>', from)
    .orderBy('id')
    .limit(limit)
    .execute()
  await write(async trx => {
    await noteRecipients(
      trx,
      rows.filter(row => row.erased_at === null),
    )
    await trx
      .updateTable('retention')
      .set({ named_to: rows.length < limit ? null : (rows.at(-1)?.id ?? null) })
      .where('id', '=', 1)
      .execute()
  })
  return rows.length < limit
}

/** Whether the names of all orders can be searched. */
export async function areNamesRead(handle: Handle): Promise<boolean> {
  const row = await handle.selectFrom('retention').select('named_to').where('id', '=', 1).executeTakeFirst()
  return row?.named_to === null
}
