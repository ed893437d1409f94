import type { Db } from '@/lib/store/db/database'
import { enqueueOrders } from '@/lib/store/ledger/orders'
import { insertRun } from '@/lib/store/ledger/runs'

const at = '2026-11-23T01:00:00.000Z'

/** An order as the ledger keeps it. */
interface RegisteredOrder {
  readonly number: string
  readonly orderId?: string
  readonly lineIds?: readonly string[]
}

/** Writes orders of the draft `d1` into the ledger as registered, with their run. */
export async function saveRegistered(
  db: Db,
  envId: string,
  connectionId: string,
  orders: readonly RegisteredOrder[],
): Promise<void> {
  const id = `run ${envId}`
  await insertRun(db, {
    ...{ id, kind: 'register', operation: 'registerJapanOrders', draft_id: 'd1', state: 'done' },
    ...{ connection_id: connectionId, env_id: envId, client_request_id: id, started_by: 'o1' },
    ...{ started_at: at, finished_at: at, problem: null, owner: null, total: 1, refused: '[]' },
    ...{ halving: null, slow_since: null, slow_until: null, notice: null, door: null, crashes: 0 },
    erased_at: null,
  })
  await enqueueOrders(
    db,
    orders.map(({ number, orderId = null, lineIds = [] }) => ({
      ...({ id: `${envId} ${number}`, env_id: envId, scope: 'orders', variant: 'japan' } as const),
      ...({ mall_order_number: number, payload: '{}', sha256: 'h', checked_payload: null } as const),
      ...({ checked_sha256: null, fingerprint: 'f', state: 'REGISTERED' } as const),
      ...{ line_ids: JSON.stringify(lineIds), generation: 1, order_id: orderId, current_attempt: null },
      ...{ returned: 0, explained: null, draft_id: 'd1', run_id: id, position: 0, created_by: 'o1' },
      ...{ created_at: at, updated_at: at, erased_at: null },
    })),
  )
}
