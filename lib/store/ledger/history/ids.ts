import 'server-only'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { readTexts } from '@/lib/store/drafts/line-texts'
import { payloadOf } from '@/lib/store/ledger/payload-compression'
import { lineIdsOf } from '@/lib/store/stored-values'

/** An order of a registration run in the list of ids. */
export interface OrderIdRow {
  readonly number: string
  readonly orderId: string | null
  readonly state: LedgerOrderState
  /** When it reached that state. */
  readonly updatedAt: string
  /** Its index in its request, from 0. */
  readonly requestPosition: number | null
  readonly position: number
  readonly lineIds: readonly string[]
  readonly payload: string
  readonly erasedAt: string | null
}

/** Orders of a run by position, from `from` on. */
export async function listOrderIdRows(
  db: Db,
  runId: string,
  from: number,
  limit: number,
): Promise<OrderIdRow[]> {
  const rows = await db
    .selectFrom('ledger_order as o')
    .leftJoin('attempt_order as part', join =>
      join.onRef('part.attempt_id', '=', 'o.current_attempt').onRef('part.ledger_order_id', '=', 'o.id'),
    )
    .select(['o.mall_order_number', 'o.order_id', 'o.state', 'o.updated_at', 'o.position', 'o.line_ids'])
    .select(['o.payload', 'o.packed', 'o.erased_at', 'part.position as request_position'])
    .where('o.run_id', '=', runId)
    .where('o.position', '>=', from)
    .orderBy('o.position')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    number: row.mall_order_number,
    orderId: row.order_id,
    state: row.state,
    updatedAt: row.updated_at,
    requestPosition: row.request_position,
    position: row.position,
    lineIds: lineIdsOf(row),
    payload: payloadOf(row),
    erasedAt: row.erased_at,
  }))
}

/**
 * Registrations of a draft with the names of their connections, oldest first.
 * @param envId only those of this environment
 */
export function listRegistrations(
  db: Db,
  draftId: string,
  envId?: string,
): Promise<{ id: string; connection: string | null; env_id: string }[]> {
  return db
    .selectFrom('run')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .select(['run.id', 'run.env_id', 'connection.name as connection'])
    .where('run.draft_id', '=', draftId)
    .where('run.kind', '=', 'register')
    .$if(envId !== undefined, query => query.where('run.env_id', '=', envId ?? ''))
    .orderBy('run.started_at')
    .orderBy('run.id')
    .execute()
}

/** Texts of lines of a draft by line id; removed lines are left out. */
export async function readLineTexts(
  db: Db,
  draftId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const texts = new Map<string, Readonly<Record<string, string>>>()
  for (const batch of batches(ids)) {
    const rows = await db
      .selectFrom('draft_line')
      .select(['line_id', 'texts'])
      .where('draft_id', '=', draftId)
      .where('removed_at', 'is', null)
      .where('line_id', 'in', batch)
      .execute()
    for (const row of rows) texts.set(row.line_id, readTexts(row.texts))
  }
  return texts
}
