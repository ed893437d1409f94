import 'server-only'
import type { AttemptRow } from './attempts'
import type { Handle } from './database'
import type { Place } from './history-runs'

const columns = [
  ...(['id', 'run_id', 'env_id', 'origin', 'operation', 'state', 'order_count', 'body_sha256'] as const),
  ...(['prepared_at', 'sending_at', 'hard_deadline', 'connect_at', 'headers_at', 'finished_at'] as const),
  ...(['connected', 'request_complete', 'error', 'http_status', 'resp_sha256', 'classified_as'] as const),
  ...(['anomalies', 'erased_at'] as const),
] as const

/** A request without its bodies, as lists show it. */
export type ListedAttempt = Pick<AttemptRow, (typeof columns)[number]>

/** Requests of a run, oldest first, behind a place. */
export function listAttempts(
  handle: Handle,
  runId: string,
  limit: number,
  after?: Place,
): Promise<ListedAttempt[]> {
  return handle
    .selectFrom('attempt')
    .select(columns)
    .where('run_id', '=', runId)
    .$if(after !== undefined, query =>
      query.where(row =>
        row(row.refTuple('prepared_at', 'id'), '>', row.tuple(after?.at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('prepared_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** How many requests a run made. */
export async function countAttempts(handle: Handle, runId: string): Promise<number> {
  const row = await handle
    .selectFrom('attempt')
    .select(one => one.fn.countAll().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** An order's part in a request, with what became of it there. */
export interface ReceiptLine {
  readonly position: number
  readonly orderId: string
  readonly number: string
  readonly outcome: string | null
  /** The id that the order has by now. */
  readonly serviceId: string | null
  /** Of the draft that it came from. */
  readonly lineIds: readonly string[]
}

/** Which orders a request carried, by position; empty for checks, whose orders are not kept by request. */
export async function listReceipt(handle: Handle, attemptId: string): Promise<ReceiptLine[]> {
  const rows = await handle
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

/** The newest request of a run that brought a response; undefined: none did. */
export async function findLastAnswered(handle: Handle, runId: string): Promise<string | undefined> {
  const attempt = await handle
    .selectFrom('attempt')
    .select('id')
    .where('run_id', '=', runId)
    .where('http_status', 'is not', null)
    .orderBy('prepared_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return attempt?.id
}
