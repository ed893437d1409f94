import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Handle } from './database'
import type { LedgerAlarmTable } from './ledger-tables'

export type AlarmRow = Selectable<LedgerAlarmTable>

/** Raises an alarm that the inbox shows until somebody has seen it. */
export async function raiseAlarm(
  handle: Handle,
  alarm: Omit<AlarmRow, 'id' | 'seen_by' | 'seen_at'>,
): Promise<void> {
  await handle
    .insertInto('ledger_alarm')
    .values({ ...alarm, id: randomUUID(), seen_by: null, seen_at: null })
    .execute()
}

/** An alarm that nobody has seen to, with the order that it is about. */
export type OpenAlarm = Pick<AlarmRow, 'id' | 'kind' | 'env_id' | 'order_id' | 'at' | 'ledger_order_id'> & {
  readonly number: string
  readonly known_id: string | null
}

/** Alarms that nobody has seen to, oldest first. */
export function listAlarms(handle: Handle, limit: number): Promise<OpenAlarm[]> {
  return handle
    .selectFrom('ledger_alarm')
    .innerJoin('ledger_order', 'ledger_order.id', 'ledger_alarm.ledger_order_id')
    .select([
      'ledger_alarm.id',
      'ledger_alarm.kind',
      'ledger_alarm.env_id',
      'ledger_alarm.order_id',
      'ledger_alarm.at',
      'ledger_alarm.ledger_order_id',
      'ledger_order.mall_order_number as number',
      'ledger_order.order_id as known_id',
    ])
    .where('ledger_alarm.seen_at', 'is', null)
    .orderBy('ledger_alarm.at')
    .limit(limit)
    .execute()
}

/** How many alarms nobody has seen to. */
export async function countAlarms(handle: Handle): Promise<number> {
  const row = await handle
    .selectFrom('ledger_alarm')
    .select(alarm => alarm.fn.countAll().as('count'))
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Notes who saw to an alarm. @returns whether it was open */
export async function closeAlarm(
  handle: Handle,
  id: string,
  operatorId: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('ledger_alarm')
    .set({ seen_by: operatorId, seen_at: at })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
