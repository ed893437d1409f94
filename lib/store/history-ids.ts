import 'server-only'
import { chunks } from './chunks'
import type { Handle } from './database'
import type { LedgerOrderState } from './ledger-tables'
import { readTexts } from './line-texts'
import { payloadOf } from './packed'

/** An order of a registration run, with what a list of ids tells of it. */
export interface IdRow {
  readonly number: string
  readonly orderId: string | null
  readonly state: LedgerOrderState
  /** When it got into that state. */
  readonly updatedAt: string
  /** Its row in its request, from 0. */
  readonly requestPosition: number | null
  readonly position: number
  readonly lineIds: readonly string[]
  readonly payload: string
  readonly erasedAt: string | null
}

/** Orders of a run by position, beginning with `from`. */
export async function listIdRows(
  handle: Handle,
  runId: string,
  from: number,
  limit: number,
): Promise<IdRow[]> {
  const rows = await handle
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
    lineIds: JSON.parse(row.line_ids) as string[],
    payload: payloadOf(row),
    erasedAt: row.erased_at,
  }))
}

/** Registrations of a draft, oldest first, with the names of their connections. */
export function listRegistrations(
  handle: Handle,
  draftId: string,
): Promise<{ id: string; connection: string | null; env_id: string }[]> {
  return handle
    .selectFrom('run')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .select(['run.id', 'run.env_id', 'connection.name as connection'])
    .where('run.draft_id', '=', draftId)
    .where('run.kind', '=', 'register')
    .orderBy('run.started_at')
    .orderBy('run.id')
    .execute()
}

/** Texts of some lines of a draft, by the id of the line; lines that are gone are left out. */
export async function textsOfLines(
  handle: Handle,
  draftId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const texts = new Map<string, Readonly<Record<string, string>>>()
  for (const some of chunks(ids)) {
    const rows = await handle
      .selectFrom('draft_line')
      .select(['line_id', 'texts'])
      .where('draft_id', '=', draftId)
      .where('removed_at', 'is', null)
      .where('line_id', 'in', some)
      .execute()
    for (const row of rows) texts.set(row.line_id, readTexts(row.texts))
  }
  return texts
}
