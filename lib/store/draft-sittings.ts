import 'server-only'
import type { Handle } from './database'

/** A sitting, by the draft that it is on. */
export interface SittingKey {
  readonly draftId: string
  readonly id: string
}

/** Somebody who has a draft open. */
export interface Present {
  readonly sitting: string
  readonly operatorId: string
  readonly name: string
}

/** The last save of a sitting that was taken, and its answer as JSON. Saves are counted from 1; 0: none was. */
export async function lastSave(
  handle: Handle,
  { draftId, id }: SittingKey,
): Promise<{ seq: number; answer: string } | undefined> {
  return handle
    .selectFrom('draft_sitting')
    .select(['seq', 'answer'])
    .where('draft_id', '=', draftId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Keeps the answer to a save, for the case that it never arrives. */
export async function keepAnswer(
  handle: Handle,
  key: SittingKey,
  operatorId: string,
  save: { readonly seq: number; readonly answer: string },
  now: Date,
): Promise<void> {
  const seen_at = now.toISOString()
  await handle
    .insertInto('draft_sitting')
    .values({ draft_id: key.draftId, id: key.id, operator_id: operatorId, ...save, seen_at })
    .onConflict(conflict => conflict.columns(['draft_id', 'id']).doUpdateSet(save))
    .execute()
}

/** Stands before the time at which a sitting ended: it sorts before all times. */
const LEFT = '-'

/** Whether a sitting was seen since a time (ISO 8601), or ended since: a question on its way then brings it not back. */
export async function isSeen(handle: Handle, { draftId, id }: SittingKey, since: string): Promise<boolean> {
  const known = await handle
    .selectFrom('draft_sitting')
    .select('seen_at')
    .where('draft_id', '=', draftId)
    .where('id', '=', id)
    .executeTakeFirst()
  return known !== undefined && known.seen_at.slice(known.seen_at.startsWith(LEFT) ? LEFT.length : 0) >= since
}

/** Notes that a sitting goes on. */
export async function attend(handle: Handle, key: SittingKey, operatorId: string, now: Date): Promise<void> {
  const seen_at = now.toISOString()
  const row = { draft_id: key.draftId, id: key.id, operator_id: operatorId, seq: 0, answer: '', seen_at }
  await handle
    .insertInto('draft_sitting')
    .values(row)
    .onConflict(conflict => conflict.columns(['draft_id', 'id']).doUpdateSet({ seen_at }))
    .execute()
}

/** A sitting ended: nobody need wait until it is missed. What it saved stays known. */
export async function leave(handle: Handle, key: SittingKey, operatorId: string, now: Date): Promise<void> {
  await handle
    .updateTable('draft_sitting')
    .set({ seen_at: `${LEFT}${now.toISOString()}` })
    .where('draft_id', '=', key.draftId)
    .where('id', '=', key.id)
    .where('operator_id', '=', operatorId)
    .execute()
}

/** Who was seen on a draft since a time (ISO 8601). */
export async function listPresent(handle: Handle, draftId: string, since: string): Promise<Present[]> {
  return handle
    .selectFrom('draft_sitting')
    .innerJoin('operator', 'operator.id', 'draft_sitting.operator_id')
    .select(['draft_sitting.id as sitting', 'operator.id as operatorId', 'operator.name'])
    .where('draft_id', '=', draftId)
    .where('seen_at', '>=', since)
    .orderBy('operator.name')
    .orderBy('draft_sitting.id')
    .execute()
}

/** Whose sittings these are, by their ids. */
export async function operatorsOf(
  handle: Handle,
  draftId: string,
  sittings: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  if (sittings.length === 0) return new Map()
  const rows = await handle
    .selectFrom('draft_sitting')
    .innerJoin('operator', 'operator.id', 'draft_sitting.operator_id')
    .select(['draft_sitting.id as sitting', 'operator.id', 'operator.name'])
    .where('draft_id', '=', draftId)
    .where('draft_sitting.id', 'in', sittings)
    .execute()
  return new Map(rows.map(({ sitting, id, name }) => [sitting, { id, name }]))
}

/** Forgets sittings on a draft that were not seen since a time and never saved anything. */
export async function forgetIdle(handle: Handle, draftId: string, before: string): Promise<void> {
  await handle
    .deleteFrom('draft_sitting')
    .where('draft_id', '=', draftId)
    .where('seq', '=', 0)
    .where('seen_at', '<', before)
    .execute()
}

/** Empties answers of sittings on a draft that were not seen since a time: they may hold texts of lines. */
export async function forgetAnswers(handle: Handle, draftId: string, before: string): Promise<void> {
  await handle
    .updateTable('draft_sitting')
    .set({ answer: '' })
    .where('draft_id', '=', draftId)
    .where('seen_at', '<', before)
    .where('answer', '<>', '')
    .execute()
}
