import 'server-only'
import type { Classified } from '@/lib/ledger/rules/classify'
import type { Db } from '@/lib/store/db/database'
import { raiseAlarm } from '@/lib/store/ledger/alarms'
import { findOrdersByServiceId } from '@/lib/store/ledger/orders/orders'
import type { AttemptOrder, AttemptRow } from '@/lib/store/ledger/requests/attempts'
import { operationOf } from '../rows'

/** Maximum number of order numbers that an alarm names; the stored response has all of them. */
const MAX_NUMBERS = 20

/** Maximum number of alarms about order ids that a response gives only to orders of others. */
const MAX_FOREIGN_IDS = 20

/**
 * Raises an alarm when a response names orders that were not sent, or gives one order id to two different orders:
 * within the response, or in it and an earlier one. Outcomes that the response proves are not affected. Call it in the
 * transaction that judges the response, before its orders change.
 * @param at ISO 8601
 */
export async function raiseResponseAlarms(
  trx: Db,
  attempt: AttemptRow,
  receipt: readonly AttemptOrder[],
  { anomalies, outcomes, sharedIds = [] }: Classified,
  at: string,
): Promise<void> {
  const [first] = receipt
  if (!first) return
  const alarm = (
    kind: 'foreign_order' | 'repeated_id',
    order: AttemptOrder,
    orderId: string | null,
    numbers: string[],
  ) =>
    raiseAlarm(trx, {
      env_id: attempt.env_id,
      ledger_order_id: order.id,
      attempt_id: attempt.id,
      kind,
      order_id: orderId,
      numbers: JSON.stringify(numbers.slice(0, MAX_NUMBERS)),
      at,
    })
  const foreignNumbers = anomalies.filter(({ kind }) => kind === 'foreign_number').map(({ detail }) => detail)
  if (foreignNumbers.length > 0) await alarm('foreign_order', first, null, foreignNumbers)
  const sent = new Map(receipt.map(order => [order.mallOrderNumber, order]))
  let foreignIds = 0
  for (const { orderId, numbers } of sharedIds) {
    const number = numbers.find(number => sent.has(number))
    if (number === undefined && foreignIds++ >= MAX_FOREIGN_IDS) continue
    await alarm('repeated_id', sent.get(number ?? '') ?? first, orderId, [...numbers])
  }
  const registered = new Map(
    receipt.flatMap(order => {
      const outcome = outcomes[order.position]
      return outcome?.state === 'REGISTERED' && outcome.orderId !== undefined
        ? [[outcome.orderId, order] as const]
        : []
    }),
  )
  const others = await findOrdersByServiceId(trx, attempt.env_id, operationOf(attempt).scope, [
    ...registered.keys(),
  ])
  for (const { orderId, number } of others) {
    const order = registered.get(orderId)
    if (order && order.mallOrderNumber !== number)
      await alarm('repeated_id', order, orderId, [number, order.mallOrderNumber])
  }
}
