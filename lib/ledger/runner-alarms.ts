import 'server-only'
import { findOthersWithId, raiseAlarm } from '@/lib/store/alarms'
import type { AttemptOrder, AttemptRow } from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import type { Classified } from './classify'
import { operationOf } from './runner-rows'

/** Numbers that an alarm names; the response has all of them. */
const NAMED = 20

/**
 * Raises alarms for what in a response cannot be right although the rest of it is: orders that were not sent, and one id
 * for two different orders, in this response or in this one and an earlier one. What is proven of the orders that were
 * sent stays as it is. Be it in the transaction that judges the response, before its orders move.
 * @param at ISO 8601
 */
export async function raiseAnswerAlarms(
  trx: Handle,
  attempt: AttemptRow,
  receipt: readonly AttemptOrder[],
  { anomalies, outcomes, sharedIds = [] }: Classified,
  at: string,
): Promise<void> {
  const [first] = receipt
  if (!first) return
  const alarm = (
    kind: 'foreign_order' | 'repeated_id',
    of: AttemptOrder,
    orderId: string | null,
    numbers: string[],
  ) =>
    raiseAlarm(trx, {
      env_id: attempt.env_id,
      ledger_order_id: of.id,
      attempt_id: attempt.id,
      kind,
      order_id: orderId,
      numbers: JSON.stringify(numbers.slice(0, NAMED)),
      at,
    })
  const foreign = anomalies.filter(({ kind }) => kind === 'foreign_number').map(({ detail }) => detail)
  if (foreign.length > 0) await alarm('foreign_order', first, null, foreign)
  for (const { orderId, numbers } of sharedIds) {
    const of = receipt.find(order => numbers.includes(order.mallOrderNumber)) ?? first
    await alarm('repeated_id', of, orderId, [...numbers])
  }
  const given = new Map(
    receipt.flatMap(order => {
      const outcome = outcomes[order.position]
      return outcome?.state === 'REGISTERED' && outcome.orderId !== undefined
        ? [[outcome.orderId, order] as const]
        : []
    }),
  )
  const others = await findOthersWithId(trx, attempt.env_id, operationOf(attempt).scope, [...given.keys()])
  for (const { orderId, number } of others) {
    const order = given.get(orderId)
    if (order && order.mallOrderNumber !== number)
      await alarm('repeated_id', order, orderId, [number, order.mallOrderNumber])
  }
}
