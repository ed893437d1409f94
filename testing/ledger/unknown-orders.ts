import { type Decision, QUARANTINE_MS, type Resolution } from '@/lib/ledger/rules/resolutions'
import { listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import type { Mode } from './fake-responses'
import { orders, type Stage, shortLimits, type TestDesk } from './harness'

/** Registers orders whose response proves nothing. @returns the orders, which are UNKNOWN */
export async function registerUnproven(
  stage: Stage,
  desk: TestDesk,
  count: number,
  mode: Mode = 'close_before_response',
) {
  stage.service.registerModes.push(mode)
  await desk.checkAndRegister(orders(count))
  return listUnknownOrders(desk.ports.database.kysely, { envId: 'test:fake', scope: 'orders' })
}

/** The same with one order. */
export async function registerOneUnproven(stage: Stage, desk: TestDesk, mode?: Mode) {
  const [order] = await registerUnproven(stage, desk, 1, mode)
  if (!order) throw new Error('no order is unknown')
  return order
}

/** What a person decides about an unknown order. */
export const decision = (
  { id, current_attempt: attemptId }: { id: string; current_attempt: string | null },
  resolution: Resolution,
  orderId?: string,
): Decision => ({ id, attemptId, resolution, ...(orderId !== undefined && { orderId }) })

/** A time after every quarantine, in milliseconds since the epoch. */
export const afterQuarantine = () => Date.now() + shortLimits.registerDeadlineMs + QUARANTINE_MS

/** An order as the ledger stores it. */
export const ledgerOrder = ({ ports }: TestDesk, id: string) =>
  ports.database.kysely.selectFrom('ledger_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The run of an order as it is stored. */
export const runOf = ({ ports }: TestDesk, [order]: readonly { run_id: string }[]) =>
  ports.database.kysely
    .selectFrom('run')
    .selectAll()
    .where('id', '=', order?.run_id ?? '')
    .executeTakeFirstOrThrow()
