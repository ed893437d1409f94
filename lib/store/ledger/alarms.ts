import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { LedgerAlarmTable } from './orders/order-tables'

export type AlarmRow = Selectable<LedgerAlarmTable>

/** Raises an alarm, which is shown until someone acknowledges it. */
export async function raiseAlarm(db: Db, alarm: Omit<AlarmRow, 'id' | 'seen_by' | 'seen_at'>): Promise<void> {
  await db
    .insertInto('ledger_alarm')
    .values({ ...alarm, id: randomUUID(), seen_by: null, seen_at: null })
    .execute()
}

/** An unacknowledged alarm with its order. */
export type OpenAlarm = Pick<
  AlarmRow,
  'id' | 'kind' | 'env_id' | 'order_id' | 'at' | 'ledger_order_id' | 'attempt_id' | 'numbers'
> & {
  readonly number: string
  readonly scope: 'orders' | 'products'
  readonly known_id: string | null
}

/**
 * Unacknowledged alarms, oldest first: at most `limit`.
 * @param draftId only alarms of this draft
 */
export function listAlarms(db: Db, limit: number, draftId?: string): Promise<OpenAlarm[]> {
  return db
    .selectFrom('ledger_alarm')
    .innerJoin('ledger_order', 'ledger_order.id', 'ledger_alarm.ledger_order_id')
    .select([
      'ledger_alarm.id',
      'ledger_alarm.kind',
      'ledger_alarm.env_id',
      'ledger_alarm.order_id',
      'ledger_alarm.at',
      'ledger_alarm.ledger_order_id',
      'ledger_alarm.attempt_id',
      'ledger_alarm.numbers',
      'ledger_order.mall_order_number as number',
      'ledger_order.scope',
      'ledger_order.order_id as known_id',
    ])
    .where('ledger_alarm.seen_at', 'is', null)
    .$if(draftId !== undefined, query => query.where('ledger_order.draft_id', '=', draftId ?? ''))
    .orderBy('ledger_alarm.at')
    .limit(limit)
    .execute()
}

/** Alarms about a response; the others contradict a resolution. */
const RESPONSE_KINDS = ['foreign_order', 'repeated_id'] as const satisfies AlarmRow['kind'][]

/**
 * The numbers of unacknowledged alarms: late responses that contradict a resolution, and inconsistent
 * responses.
 */
export async function countAlarmsByKind(db: Db): Promise<{ late: number; responses: number }> {
  const rows = await db
    .selectFrom('ledger_alarm')
    .select(alarm => ['kind', alarm.fn.countAll().as('count')])
    .where('seen_at', 'is', null)
    .groupBy('kind')
    .execute()
  const sum = (isOne: (kind: AlarmRow['kind']) => boolean) =>
    rows.reduce((total, row) => total + (isOne(row.kind) ? Number(row.count) : 0), 0)
  const isOfResponse = (kind: AlarmRow['kind']) => RESPONSE_KINDS.some(one => one === kind)
  return { late: sum(kind => !isOfResponse(kind)), responses: sum(isOfResponse) }
}

/** The number of unacknowledged alarms. */
export async function countAlarms(db: Db): Promise<number> {
  const row = await db
    .selectFrom('ledger_alarm')
    .select(alarm => alarm.fn.countAll().as('count'))
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Acknowledges an alarm. @returns whether it was open */
export async function acknowledgeAlarm(db: Db, id: string, operatorId: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ledger_alarm')
    .set({ seen_by: operatorId, seen_at: at })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
