import 'server-only'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import type { AttemptRow } from '@/lib/store/ledger/requests/attempts'
import type { PageCursor } from './runs'

const columns = [
  ...(['id', 'run_id', 'env_id', 'origin', 'operation', 'state', 'order_count', 'body_sha256'] as const),
  ...(['prepared_at', 'sending_at', 'hard_deadline', 'connect_at', 'headers_at', 'finished_at'] as const),
  ...(['connected', 'request_complete', 'error', 'http_status', 'resp_sha256', 'classified_as'] as const),
  ...(['anomalies', 'erased_at'] as const),
] as const

/** A request without its bodies, for lists. */
export type ListedAttempt = Pick<AttemptRow, (typeof columns)[number]>

/** Requests of a run after a cursor, oldest first. */
export function listAttempts(
  db: Db,
  runId: string,
  limit: number,
  after?: PageCursor,
): Promise<ListedAttempt[]> {
  return db
    .selectFrom('attempt')
    .select(columns)
    .where('run_id', '=', runId)
    .$if(after !== undefined, query =>
      query.where(row =>
        row(row.refTuple('prepared_at', 'id'), '>', row.tuple(after?.value ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('prepared_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countAttempts(db: Db, runId: string): Promise<number> {
  const row = await db
    .selectFrom('attempt')
    .select(one => one.fn.countAll().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** An order in a request, with its outcome there. */
export interface ReceiptLine {
  readonly position: number
  readonly orderId: string
  readonly number: string
  readonly outcome: LedgerOrderState | null
  /** The current id of the order at the service. */
  readonly serviceId: string | null
  /** Lines of its draft. */
  readonly lineIds: readonly string[]
}

/** The orders of a request by position; empty for checks, whose orders are not stored per request. */
export async function listReceipt(db: Db, attemptId: string): Promise<ReceiptLine[]> {
  const rows = await db
    .selectFrom('attempt_order')
    .innerJoin('ledger_order', 'ledger_order.id', 'attempt_order.ledger_order_id')
    .select(['attempt_order.position', 'attempt_order.outcome', 'ledger_order.id as orderId'])
    .select(['ledger_order.mall_order_number as number', 'ledger_order.order_id as serviceId'])
    .select('ledger_order.line_ids')
    .where('attempt_order.attempt_id', '=', attemptId)
    .orderBy('attempt_order.position')
    .execute()
  return rows.map(({ line_ids, ...row }) => ({ ...row, lineIds: JSON.parse(line_ids) }))
}

/** The newest request of a run with a response; undefined: none. */
export async function findLastWithResponse(db: Db, runId: string): Promise<string | undefined> {
  const attempt = await db
    .selectFrom('attempt')
    .select('id')
    .where('run_id', '=', runId)
    .where('http_status', 'is not', null)
    .orderBy('prepared_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return attempt?.id
}
