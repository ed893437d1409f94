import 'server-only'
import type { Db } from '@/lib/store/db/database'
import type { FieldErrorTable } from './check-tables'

/** How many records of a run have errors in a column. */
export type FieldErrors = Omit<FieldErrorTable, 'found_by' | 'at'>

/**
 * Stores what Lading itself found when it prepared a check. The same check again replaces the figures: a process that
 * died may have stored them already.
 * @param check `withheld`: orders that are not sent because of their errors
 */
export async function saveOwnFindings(
  db: Db,
  check: { readonly runId: string; readonly draftId: string; readonly withheld: number; readonly at: string },
  errors: readonly FieldErrors[],
): Promise<void> {
  const { runId: run_id, draftId: draft_id, withheld, at } = check
  await db
    .insertInto('draft_check')
    .values({ run_id, draft_id, at, withheld })
    .onConflict(conflict => conflict.column('run_id').doUpdateSet({ withheld }))
    .execute()
  for (const error of errors) {
    await insert(db, { ...error, found_by: 'desk', at })
      .onConflict(conflict =>
        conflict.columns(['run_id', 'found_by', 'column_id']).doUpdateSet({ count: error.count }),
      )
      .execute()
  }
}

/**
 * Adds errors that a service found. Call it with the errors in one order, so that two processes do not
 * wait in a circle.
 */
export async function addServiceErrors(db: Db, errors: readonly FieldErrors[], at: string): Promise<void> {
  for (const error of errors) {
    await insert(db, { ...error, found_by: 'service', at })
      .onConflict(conflict =>
        conflict
          .columns(['run_id', 'found_by', 'column_id'])
          .doUpdateSet(row => ({ count: row('field_error.count', '+', error.count) })),
      )
      .execute()
  }
}

const insert = (db: Db, row: FieldErrorTable) => db.insertInto('field_error').values(row)
