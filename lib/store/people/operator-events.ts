import 'server-only'
import type { Db } from '@/lib/store/db/database'
import type { OperatorEventKind } from './tables'

/** An entry of the operator log. */
interface OperatorEvent {
  readonly operatorId: string
  readonly actor: string
  readonly event: OperatorEventKind
  readonly detail?: string
}

/** Adds an entry to the operator log, which cannot be changed afterwards. */
export async function recordOperatorEvent(db: Db, event: OperatorEvent, now: Date): Promise<void> {
  const { operatorId: operator_id, actor, event: kind, detail = '' } = event
  await db
    .insertInto('operator_event')
    .values({ operator_id, actor, event: kind, detail, at: now.toISOString() })
    .execute()
}

/** An entry of the operator log on a screen. */
interface ShownEvent {
  readonly event: OperatorEventKind
  readonly detail: string
  readonly at: string
  /** The names of the actor and of the affected operator; null: unknown. */
  readonly by: string | null
  readonly whom: string | null
}

/** The newest entries of the operator log. */
export function listOperatorEvents(db: Db, most: number): Promise<ShownEvent[]> {
  return db
    .selectFrom('operator_event')
    .leftJoin('operator as actor', 'actor.id', 'operator_event.actor')
    .leftJoin('operator as whom', 'whom.id', 'operator_event.operator_id')
    .select([
      'operator_event.event',
      'operator_event.detail',
      'operator_event.at',
      'actor.name as by',
      'whom.name as whom',
    ])
    .orderBy('operator_event.seq', 'desc')
    .limit(most)
    .execute()
}

/** The last time that all second factors of an operator were removed; null: never. */
export async function lastSecondFactorReset(
  db: Db,
  operatorId: string,
): Promise<{ readonly by: string | null; readonly at: string } | null> {
  const row = await db
    .selectFrom('operator_event')
    .leftJoin('operator as actor', 'actor.id', 'operator_event.actor')
    .select(['actor.name as by', 'operator_event.at'])
    .where('operator_event.operator_id', '=', operatorId)
    .where('operator_event.event', 'in', ['second_factor_reset', 'second_factor_reset_on_server'])
    .orderBy('operator_event.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
