import 'server-only'
import { sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import type { DialectName } from '@/lib/store/db/schema'
import { type LedgerOrderRow, packPayloads, unpackOrder } from '@/lib/store/ledger/orders/orders'
import type { AttemptRow } from '@/lib/store/ledger/requests/attempts'
import type { RunRow } from '@/lib/store/ledger/runs/runs'

/** Final states: no response and no person decides about the order any more. */
const FINISHED_STATES = [
  'REGISTERED',
  'REJECTED',
  'ABSENT',
  'ABANDONED',
  'CANCELLED',
  'RELEASED',
] as const satisfies LedgerOrderState[]

/** Position of the daily work among registrations. */
interface RunCursor {
  readonly started_at: string
  readonly id: string
}

/** The next registration that started before a time (ISO 8601) and may contain personal data. */
export function nextDueRun(db: Db, before: string, after?: RunCursor): Promise<RunRow | undefined> {
  return db
    .selectFrom('run')
    .selectAll()
    .where('erased_at', 'is', null)
    .where('started_at', '<', before)
    .where('kind', '=', 'register')
    .where('operation', '<>', 'registerProducts')
    .$if(after !== undefined, query =>
      query.where(row =>
        row(row.refTuple('started_at', 'id'), '>', row.tuple(after?.started_at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('started_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Orders of a run by position, from `from` on, that ended before a time (ISO 8601) and contain personal data. Their rows
 * may still be worked on (unfinished-work.ts).
 */
export async function listDueOrders(
  db: Db,
  runId: string,
  { from, cutoff, limit }: { readonly from: number; readonly cutoff: string; readonly limit: number },
): Promise<LedgerOrderRow[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    .where('position', '>=', from)
    .where('scope', '=', 'orders')
    .where('erased_at', 'is', null)
    .where('created_at', '<', cutoff)
    .where('updated_at', '<', cutoff)
    .where('state', 'in', FINISHED_STATES)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(unpackOrder)
}

/**
 * Marks a registration as erased if none of its orders contains personal data, so that it is not scanned
 * again.
 */
export async function closeErasedRun(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('run')
    .set({ erased_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['done', 'cancelled', 'stopped'])
    .where(run =>
      run.not(
        run.exists(
          run
            .selectFrom('ledger_order')
            .select('ledger_order.id')
            .where('ledger_order.run_id', '=', id)
            .where('ledger_order.erased_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/**
 * The first registration of a draft after another one; a loop with it also finds registrations that start
 * meanwhile.
 */
export function nextRegistration(
  db: Db,
  draftId: string,
  after: RunCursor | undefined,
): Promise<RunCursor | undefined> {
  return db
    .selectFrom('run')
    .select(['id', 'started_at'])
    .where('draft_id', '=', draftId)
    .where('kind', '=', 'register')
    .$if(after !== undefined, query =>
      query.where(row =>
        row(row.refTuple('started_at', 'id'), '>', row.tuple(after?.started_at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('started_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Orders of a draft with personal data: all registrations of one number, or the next ones of a run by
 * position, so that orders of one request come together.
 */
export async function listUnerasedOrders(
  db: Db,
  draftId: string,
  of: { readonly number: string } | { readonly runId: string; readonly from: number; readonly limit: number },
): Promise<LedgerOrderRow[]> {
  const query = db
    .selectFrom('ledger_order')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('scope', '=', 'orders')
    .where('erased_at', 'is', null)
  const rows = await ('number' in of
    ? query.where('mall_order_number', '=', of.number)
    : query
        .where('run_id', '=', of.runId)
        .where('position', '>=', of.from)
        .orderBy('position')
        .limit(of.limit)
  ).execute()
  return rows.map(unpackOrder)
}

/** Payloads without personal data, in place of the sent ones. */
export type ErasedPayloads = Pick<LedgerOrderRow, 'id' | 'payload' | 'checked_payload'>

/**
 * Replaces the payloads of orders that are finished and not yet erased; at most one statement's worth.
 * @returns their ids
 */
export async function erasePayloads(
  db: Db,
  dialect: DialectName,
  forms: readonly ErasedPayloads[],
  at: string,
): Promise<ReadonlySet<string>> {
  const bytes = dialect === 'sqlite' ? sql`blob` : sql`bytea`
  const rows = forms.map(({ id, ...form }) => {
    const { packed, checked_packed } = packPayloads(form)
    return sql`(${id}, cast(${packed} as ${bytes}), cast(${checked_packed} as ${bytes}))`
  })
  if (rows.length === 0) return new Set()
  // An unexplained rejection cannot be explained any more without its payload. Both databases name the
  // columns of VALUES column1, column2, ….
  const { rows: erased } = await sql<{ id: string }>`
    update ledger_order set payload = '', packed = v.column2, checked_payload = null, checked_packed = v.column3,
      erased_at = ${at},
      explained = case when state = 'REJECTED' and explained is null then 'unavailable' else explained end
    from (values ${sql.join(rows)}) as v
    where ledger_order.id = v.column1 and erased_at is null and state in (${sql.join([...FINISHED_STATES])})
    returning ledger_order.id`.execute(db)
  return new Set(erased.map(row => row.id))
}

/**
 * Attempts of orders with their positions, and whether other orders of the attempt or its repetitions are undecided.
 */
export async function listRequestsOfOrders(
  db: Db,
  ids: readonly string[],
): Promise<readonly { id: string; positions: ReadonlySet<number>; isInDoubt: boolean }[]> {
  const parts = await db
    .selectFrom('attempt_order')
    .select(['attempt_id', 'position'])
    .where('ledger_order_id', 'in', ids)
    .execute()
  const positions = new Map<string, Set<number>>()
  for (const { attempt_id, position } of parts) {
    positions.set(attempt_id, (positions.get(attempt_id) ?? new Set()).add(position))
  }
  if (positions.size === 0) return []
  // An unconfirmed order refers to the last repetition of its request, so an undecided repetition keeps the first
  // request and the other repetitions undecided, too.
  const repetitions = await db
    .selectFrom('attempt')
    .select(['id', 'replay_of'])
    .where('id', 'in', [...positions.keys()])
    .where('replay_of', 'is not', null)
    .execute()
  const firstOf = new Map(repetitions.map(row => [row.id, row.replay_of]))
  // A restore has unconfirmed orders forget their current attempt: any of theirs may be the one in doubt.
  const doubtful = await db
    .selectFrom('attempt_order')
    .innerJoin('ledger_order', 'ledger_order.id', 'attempt_order.ledger_order_id')
    .select('attempt_order.attempt_id')
    .distinct()
    .where('ledger_order.state', 'in', ['UNKNOWN', 'SENDING', 'PREPARED'])
    .where('attempt_order.attempt_id', 'in', [...positions.keys()])
    .where(on =>
      on.or([
        on('ledger_order.current_attempt', 'is', null),
        on('ledger_order.current_attempt', '=', on.ref('attempt_order.attempt_id')),
      ]),
    )
    .execute()
  const keyOf = (id: string) => firstOf.get(id) ?? id
  const inDoubt = new Set(doubtful.map(row => keyOf(row.attempt_id)))
  return [...positions].map(([id, of]) => ({ id, positions: of, isInDoubt: inDoubt.has(keyOf(id)) }))
}

/**
 * Replaces the bodies of an attempt unless it changed since it was read.
 * @param before the attempt as it was read @returns whether they were replaced
 */
export async function eraseBodies(
  db: Db,
  before: Pick<AttemptRow, 'id' | 'body_gz' | 'finished_at' | 'erased_at'>,
  bodies: Partial<Pick<AttemptRow, 'body_gz' | 'resp_body' | 'anomalies'>>,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempt')
    .set({ ...bodies, erased_at: at })
    .where('id', '=', before.id)
    .where('body_gz', before.body_gz === null ? 'is' : '=', before.body_gz)
    .where('finished_at', before.finished_at === null ? 'is' : '=', before.finished_at)
    .where('erased_at', before.erased_at === null ? 'is' : '=', before.erased_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes pasted proofs from before a time (ISO 8601); their hashes stay. */
export async function deleteProofs(db: Db, before: string): Promise<void> {
  await db
    .updateTable('resolution')
    .set({ evidence: null })
    .where('at', '<', before)
    .where('evidence', 'is not', null)
    .execute()
}
