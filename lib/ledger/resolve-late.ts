import 'server-only'
import { type AlarmRow, raiseAlarm } from '@/lib/store/alarms'
import type { AttemptOrder, AttemptRow } from '@/lib/store/attempts'
import { noteOutcomes } from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import { type Doubt, findDoubts, heldByOthers, holdOrders, settleOrders } from '@/lib/store/unknown'
import type { Outcome } from './classify'
import { follow } from './transitions'

/**
 * Takes in an answer that came after the reaper had closed its request. It may prove a registration, never its absence.
 * What a person said meanwhile gives way to the proof: an order that was thought absent or was given up is registered,
 * and its number is taken back before it goes out again. Where that is too late, or the proof has another order id than
 * the person typed, an alarm says so in the inbox.
 * @param at ISO 8601
 */
export async function takeLateProof(
  trx: Handle,
  attempt: AttemptRow,
  receipt: readonly AttemptOrder[],
  outcomes: readonly Outcome[],
  at: string,
): Promise<void> {
  const ids = receipt.map(order => order.id)
  // A person who settles one of them just now was first: their word is read here, and not overlooked.
  await holdOrders(trx, ids)
  const rows = new Map((await findDoubts(trx, ids)).map(row => [row.id, row]))
  const held = await heldByOthers(trx, ids)
  for (const order of receipt) {
    const outcome = outcomes[order.position]
    const row = rows.get(order.id)
    if (!outcome) continue
    await noteOutcomes(trx, attempt.id, [order.position], outcome.state)
    if (row && outcome.state === 'REGISTERED')
      await take(trx, attempt.id, row, outcome.orderId ?? null, held.has(row.id), at)
  }
}

async function take(
  trx: Handle,
  attemptId: string,
  row: Doubt,
  orderId: string | null,
  isHeldByAnother: boolean,
  at: string,
): Promise<void> {
  const alarm = (kind: AlarmRow['kind']) =>
    raiseAlarm(trx, {
      env_id: row.env_id,
      ledger_order_id: row.id,
      attempt_id: attemptId,
      kind,
      order_id: orderId,
      numbers: null,
      at,
    })
  // Sent once more since, by way of the queue: this proof and the later request may both have registered it.
  if (row.current_attempt !== attemptId) return alarm('possible_double')
  if (row.state === 'REGISTERED') {
    if (row.order_id === null && orderId !== null) await move(trx, row, orderId, at)
    else if (row.order_id !== orderId) await alarm('other_id')
    return
  }
  // An administrator released what was known to be registered under this very id.
  if (row.state === 'RELEASED' && row.order_id !== null && row.order_id === orderId) return
  if (isHeldByAnother || row.state === 'RELEASED') return alarm('possible_double')
  if (follow(row.state, 'registered') !== 'REGISTERED') return
  await move(trx, row, orderId, at)
  if (row.state !== 'UNKNOWN') await alarm('taken_back')
}

const move = (trx: Handle, row: Doubt, orderId: string | null, at: string) =>
  settleOrders(trx, [{ id: row.id, attemptId: row.current_attempt, orderId }], {
    from: row.state,
    to: 'REGISTERED',
    actor: 'runner',
    reason: 'an answer came late',
    at,
  })
