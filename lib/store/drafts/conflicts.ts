import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Db } from '@/lib/store/db/database'
import { yieldingBatches } from '@/lib/store/db/statements/batches'

/** A save overwrote, revived or kept text of another operator (lib/sheet/sync/merge.ts). */
interface NewConflict {
  readonly kind: 'replaced' | 'revived' | 'kept'
  readonly line: string
  readonly texts: Readonly<Record<string, string>>
  /** The editing session that wrote the text, and its operator. */
  readonly editingSession: string
  readonly operatorId: string
}

/** A conflict for the operator whose text it concerns; `by` is the name of the later writer. */
export interface ConflictNotice extends Pick<NewConflict, 'kind' | 'line' | 'texts'> {
  readonly id: string
  readonly revision: number
  readonly by: string
  readonly byId: string
}

/** Maximum conflicts of one read; a single save has fewer. */
const MAX_NOTICES = 10_000

/** Stores conflicts until the operators concerned have read them. */
export async function addConflicts(
  db: Db,
  draftId: string,
  save: { readonly revision: number; readonly operatorId: string },
  conflicts: readonly NewConflict[],
  now: Date,
): Promise<void> {
  for await (const batch of yieldingBatches(conflicts)) {
    await db
      .insertInto('draft_clash')
      .values(
        batch.map(conflict => ({
          id: randomUUID(),
          draft_id: draftId,
          revision: save.revision,
          kind: conflict.kind,
          line_id: conflict.line,
          texts: JSON.stringify(conflict.texts),
          sitting_id: conflict.editingSession,
          operator_id: conflict.operatorId,
          by_operator: save.operatorId,
          at: now.toISOString(),
        })),
      )
      .execute()
  }
}

/**
 * Conflicts that an editing session must show: its own, and those of its operator's sessions that were not
 * seen since `alive` (ISO 8601). @param after the revision up to which the session knows them
 */
export async function listConflictNotices(
  db: Db,
  draftId: string,
  session: { readonly id: string; readonly operatorId: string },
  after: number,
  alive: string,
): Promise<ConflictNotice[]> {
  const rows = await db
    .selectFrom('draft_clash')
    .leftJoin('operator', 'operator.id', 'draft_clash.by_operator')
    .select(['draft_clash.id', 'revision', 'kind', 'line_id', 'texts', 'by_operator', 'operator.name'])
    .where('draft_id', '=', draftId)
    .where('operator_id', '=', session.operatorId)
    .where('revision', '>', after)
    .where(row =>
      row.or([
        row('sitting_id', '=', session.id),
        row.not(
          row.exists(
            row
              .selectFrom('draft_sitting')
              .select('draft_sitting.id')
              .whereRef('draft_sitting.draft_id', '=', 'draft_clash.draft_id')
              .whereRef('draft_sitting.id', '=', 'draft_clash.sitting_id')
              .where('draft_sitting.seen_at', '>=', alive),
          ),
        ),
      ]),
    )
    .orderBy('revision')
    .limit(MAX_NOTICES)
    .execute()
  return rows.map(row => ({
    id: row.id,
    revision: row.revision,
    kind: row.kind,
    line: row.line_id,
    texts: JSON.parse(row.texts) as ConflictNotice['texts'],
    by: row.name ?? '',
    byId: row.by_operator,
  }))
}

/** Deletes conflicts that their operator has read. */
export async function acknowledgeConflicts(
  db: Db,
  draftId: string,
  operatorId: string,
  ids: readonly string[],
): Promise<void> {
  for await (const batch of yieldingBatches(ids)) {
    await db
      .deleteFrom('draft_clash')
      .where('draft_id', '=', draftId)
      .where('operator_id', '=', operatorId)
      .where('id', 'in', batch)
      .execute()
  }
}

/** Deletes the conflicts of a draft from before a time (ISO 8601). */
export async function deleteConflictsBefore(db: Db, draftId: string, before: string): Promise<void> {
  await db.deleteFrom('draft_clash').where('draft_id', '=', draftId).where('at', '<', before).execute()
}
