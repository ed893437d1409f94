import 'server-only'
import type { AlarmView } from '@/lib/desk-api/runs/unconfirmed'
import { type Db, database } from '@/lib/store/db/database'
import { countAlarms, countAlarmsByKind, listAlarms as list, type OpenAlarm } from '@/lib/store/ledger/alarms'
import { countUnknown } from '@/lib/store/ledger/orders/unknown-orders'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { firstOf } from '@/lib/words/sentences/join'

/** Open alarms, oldest first: at most `limit`. @param draftId only alarms about orders of this draft */
export async function listAlarms(db: Db, limit: number, draftId?: string): Promise<AlarmView[]> {
  return (await list(db, limit, draftId)).map(alarmView)
}

/** The number of entries on the page of unconfirmed registrations, including alarms. */
export async function unconfirmedCount(): Promise<number> {
  const { kysely } = await database()
  return (await countUnknown(kysely)) + (await countAlarms(kysely))
}

/** The number of open alarms by subject. */
export const openAlarms = async () => countAlarmsByKind((await database()).kysely)

/** Maximum number of order numbers in a sentence. */
const MAX_NAMED = 5

function alarmView(alarm: OpenAlarm): AlarmView {
  const numbers: readonly string[] = alarm.numbers === null ? [alarm.number] : JSON.parse(alarm.numbers)
  const isAboutResponse = alarm.kind === 'foreign_order' || alarm.kind === 'repeated_id'
  return {
    id: alarm.id,
    kind: alarm.kind,
    values: {
      scope: alarm.scope,
      number: alarm.number,
      orderId: alarm.order_id ?? 'none',
      knownId: alarm.known_id ?? '',
      count: numbers.length,
      numbers: firstOf(requestLocale().language, numbers, MAX_NAMED),
    },
    path: isAboutResponse
      ? `/history/requests/${alarm.attempt_id}`
      : `/history/orders/${alarm.ledger_order_id}`,
    isAboutResponse,
  }
}
