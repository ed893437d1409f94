import 'server-only'
import type { Handle } from '@/lib/store/database'
import { moveOrders } from '@/lib/store/ledger'
import type { RunRow } from '@/lib/store/runs'

/** States of a run that a person ended. */
const CALLED_OFF: ReadonlySet<string> = new Set(['cancelling', 'cancelled'])

/**
 * Gives orders of a request that came back to the queue back to the sheet where a person ended their run meanwhile: the
 * queue of such a run is looked at by nobody any more.
 * @param run held by the transaction (holdRun), so that it is not ended right after this @param at ISO 8601
 */
export async function giveBackCalledOff(
  trx: Handle,
  run: RunRow | undefined,
  attemptId: string,
  orderIds: readonly string[],
  at: string,
): Promise<void> {
  if (!run || !CALLED_OFF.has(run.state)) return
  const reason = 'its run was cancelled while the request was under way'
  const move = { from: 'QUEUED', to: 'CANCELLED', attemptId, actor: 'runner', reason, at } as const
  await moveOrders(trx, orderIds, move)
}
