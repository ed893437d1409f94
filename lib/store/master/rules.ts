import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Db } from '@/lib/store/db/database'

/** Maximum stored rules. */
const MAX_RULES = 500

/** A stored rule. Times are ISO 8601, UTC. */
export interface StoredRule {
  readonly id: string
  readonly sheet: string
  readonly isEnabled: boolean
  /** As it was stored, possibly by another release. */
  readonly rule: unknown
  /** Name of the operator who changed it last. */
  readonly by: string
  readonly updatedAt: string
}

/** A rule to store. */
export interface RuleChange {
  /** The rule to change; without it a new one, or the one with the same topic. */
  readonly id?: string | undefined
  readonly sheet: string
  /** Fingerprint of what it is about; unique. */
  readonly topic: string
  readonly isEnabled: boolean
  readonly rule: unknown
  /** The place of a new rule in the list, from 0; without it the last one. */
  readonly position?: number | undefined
}

/** All rules in their order. @param sheet only those of one sheet */
export async function listRules(db: Db, sheet?: string): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('import_rule')
    .innerJoin('operator', 'operator.id', 'import_rule.updated_by')
    .select(['import_rule.id', 'sheet', 'is_enabled', 'rule', 'updated_at', 'operator.name as by'])
    .$if(sheet !== undefined, query => query.where('sheet', '=', sheet ?? ''))
    .orderBy('position')
    .orderBy('import_rule.created_at')
    .orderBy('import_rule.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    sheet: row.sheet,
    isEnabled: row.is_enabled === 1,
    rule: JSON.parse(row.rule),
    by: row.by,
    updatedAt: row.updated_at,
  }))
}

/**
 * Stores a rule, in a transaction. A rule with the same topic is replaced and keeps its place.
 * @returns its id, or why it was not stored: there are too many, or it was deleted
 */
export async function saveRule(
  trx: Db,
  { id, sheet, topic, isEnabled, rule, position }: RuleChange,
  operatorId: string,
  now: Date,
): Promise<{ readonly id: string } | 'full' | 'gone'> {
  const at = now.toISOString()
  const kept = {
    sheet,
    topic,
    is_enabled: isEnabled ? 1 : 0,
    rule: JSON.stringify(rule),
    updated_by: operatorId,
    updated_at: at,
  }
  if (id !== undefined) {
    await trx.deleteFrom('import_rule').where('topic', '=', topic).where('id', '<>', id).execute()
    const changed = await trx
      .updateTable('import_rule')
      .set(kept)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return changed ?? 'gone'
  }
  const ids = await idsInOrder(trx)
  const isKnown = await trx
    .selectFrom('import_rule')
    .select('id')
    .where('topic', '=', topic)
    .executeTakeFirst()
  if (!isKnown && ids.length >= MAX_RULES) return 'full'
  const { last } = await trx
    .selectFrom('import_rule')
    .select(query => query.fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const stored = await trx
    .insertInto('import_rule')
    .values({
      id: randomUUID(),
      ...kept,
      position: (last ?? -1) + 1,
      created_by: operatorId,
      created_at: at,
    })
    // A concurrent transaction stored one with the same topic: the newest wins.
    .onConflict(conflict => conflict.column('topic').doUpdateSet(kept))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (position !== undefined && !isKnown) await writePositions(trx, ids.toSpliced(position, 0, stored.id))
  return stored
}

/** Moves a rule by one place. @returns false if it was deleted */
export async function moveRule(trx: Db, id: string, direction: 'up' | 'down'): Promise<boolean> {
  const ids = await idsInOrder(trx)
  const at = ids.indexOf(id)
  if (at === -1) return false
  const to = direction === 'up' ? at - 1 : at + 1
  if (to >= 0 && to < ids.length) await writePositions(trx, ids.toSpliced(at, 1).toSpliced(to, 0, id))
  return true
}

/** Enables or disables a rule. @returns false if it was deleted */
export async function enableRule(
  trx: Db,
  id: string,
  isEnabled: boolean,
  operatorId: string,
  now: Date,
): Promise<boolean> {
  const changed = await trx
    .updateTable('import_rule')
    .set({ is_enabled: isEnabled ? 1 : 0, updated_by: operatorId, updated_at: now.toISOString() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Deletes a rule; the cells that it changed stay as they are. */
export async function deleteRule(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_rule').where('id', '=', id).execute()
}

async function idsInOrder(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('import_rule')
    .select('id')
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function writePositions(trx: Db, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await trx
      .updateTable('import_rule')
      .set({ position })
      .where('id', '=', id)
      .where('position', '<>', position)
      .execute()
}
