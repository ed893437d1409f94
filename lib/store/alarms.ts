import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { chunks } from './chunks'
import type { Handle } from './database'
import type { LedgerAlarmTable, LedgerOrderTable } from './ledger-tables'

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
export type OpenAlarm = Pick<
  AlarmRow,
  'id' | 'kind' | 'env_id' | 'order_id' | 'at' | 'ledger_order_id' | 'attempt_id' | 'numbers'
> & {
  readonly number: string
  readonly known_id: string | null
}

/**
 * Alarms that nobody has seen to, oldest first.
 * @param draftId those about orders of this draft alone
 */
export function listAlarms(handle: Handle, limit: number, draftId?: string): Promise<OpenAlarm[]> {
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
      'ledger_alarm.attempt_id',
      'ledger_alarm.numbers',
      'ledger_order.mall_order_number as number',
      'ledger_order.order_id as known_id',
    ])
    .where('ledger_alarm.seen_at', 'is', null)
    .$if(draftId !== undefined, query => query.where('ledger_order.draft_id', '=', draftId ?? ''))
    .orderBy('ledger_alarm.at')
    .limit(limit)
    .execute()
}

/** Kinds of alarms about a response, not about what a person settled. */
const OF_RESPONSES = ['foreign_order', 'repeated_id'] as const satisfies AlarmRow['kind'][]

/** How many alarms nobody has seen to: late proof against what was settled, and responses that do not fit. */
export async function countAlarmsByKind(handle: Handle): Promise<{ late: number; responses: number }> {
  const rows = await handle
    .selectFrom('ledger_alarm')
    .select(alarm => ['kind', alarm.fn.countAll().as('count')])
    .where('seen_at', 'is', null)
    .groupBy('kind')
    .execute()
  const sum = (isOne: (kind: AlarmRow['kind']) => boolean) =>
    rows.reduce((total, row) => total + (isOne(row.kind) ? Number(row.count) : 0), 0)
  const isOfResponse = (kind: AlarmRow['kind']) => OF_RESPONSES.some(one => one === kind)
  return { late: sum(kind => !isOfResponse(kind)), responses: sum(isOfResponse) }
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

/** Orders of an environment that have one of these ids already. */
export async function findOthersWithId(
  handle: Handle,
  envId: string,
  scope: LedgerOrderTable['scope'],
  orderIds: readonly string[],
): Promise<{ orderId: string; number: string }[]> {
  const found: { orderId: string; number: string }[] = []
  for (const some of chunks(orderIds)) {
    const rows = await handle
      .selectFrom('ledger_order')
      .select(['order_id', 'mall_order_number', 'env_id', 'scope'])
      .where('order_id', 'is not', null)
      .where('order_id', 'in', some)
      .execute()
    for (const row of rows) {
      // Compared here: a database that is asked for the environment may look through all of its orders instead.
      if (row.order_id === null || row.env_id !== envId || row.scope !== scope) continue
      found.push({ orderId: row.order_id, number: row.mall_order_number })
    }
  }
  return found
}
