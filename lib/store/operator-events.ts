import 'server-only'
import type { Handle } from './database'
import type { OperatorEventKind } from './operator-tables'

/** Something that was done to an operator, for the record. */
export interface OperatorEvent {
  readonly operatorId: string
  readonly actor: string
  readonly event: OperatorEventKind
  readonly detail?: string
}

/** Writes into the record of operators, which nobody can change afterwards. */
export async function recordOperatorEvent(handle: Handle, event: OperatorEvent, now: Date): Promise<void> {
  const { operatorId: operator_id, actor, event: kind, detail = '' } = event
  await handle
    .insertInto('operator_event')
    .values({ operator_id, actor, event: kind, detail, at: now.toISOString() })
    .execute()
}

/** A line of the record as a screen shows it. */
export interface ShownEvent {
  readonly event: OperatorEventKind
  readonly detail: string
  readonly at: string
  /** The name of who did it, and of whom it was done to; null: no longer known. */
  readonly by: string | null
  readonly whom: string | null
}

/** The newest lines of the record. */
export function listOperatorEvents(handle: Handle, most: number): Promise<ShownEvent[]> {
  return handle
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
