import 'server-only'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { IntakeOutcome, IntakeTables } from './tables'

/** A file that arrived without a person, as it is stored. */
export type IntakeFile = Selectable<IntakeTables['intake_file']>

/** A file by what identifies it; `identity` is that of its contents. */
export const findFileBy = (
  db: Db,
  column: 'identity' | 'request_key' | 'id',
  value: string,
): Promise<IntakeFile | undefined> =>
  db.selectFrom('intake_file').selectAll().where(column, '=', value).executeTakeFirst()

/** A file by its id. */
export const findIntakeFile = (db: Db, id: string): Promise<IntakeFile | undefined> =>
  findFileBy(db, 'id', id)

/** Whether a file is still being imported into a draft. */
export async function isImporting(db: Db, draftId: string): Promise<boolean> {
  const found = await db
    .selectFrom('intake_file')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('state', '<>', 'done')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The file from which a draft came, the newest one. */
export const findFileOfDraft = (db: Db, draftId: string): Promise<IntakeFile | undefined> =>
  db
    .selectFrom('intake_file')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The newest files, or those with these contents. A file whose bytes are not stored is listed only where it waits in the
 * watched folder: a program gets a refusal, or repeats an interrupted request.
 */
export const listIntakeFiles = (
  db: Db,
  { sha256, limit }: { readonly sha256?: string | undefined; readonly limit: number },
): Promise<IntakeFile[]> =>
  db
    .selectFrom('intake_file')
    .selectAll()
    .where(row => row.or([row('state', '<>', 'receiving'), row('over_quota_at', 'is not', null)]))
    .$if(sha256 !== undefined, query => query.where('sha256', '=', sha256 ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** A file that needs a person, and its draft. */
export interface FileForPerson {
  readonly id: string
  readonly name: string
  readonly outcome: IntakeOutcome
  readonly reason: string | null
  readonly draftId: string
  readonly sheet: string
  readonly draftName: string
}

/** What a person gives to open a file that was not read, by the code of its stored reason. */
export const NEEDED_FROM_PERSON = {
  password_needed: 'password',
  password_wrong: 'password',
  encoding_unclear: 'encoding',
} as const

/**
 * Files that need a person, the oldest first. A file is settled once a person has imported it (it then has tables), or
 * has archived or deleted its draft; one that cannot be read also once its draft has rows from elsewhere.
 * @param draftId only that of this draft
 */
export function listFilesForPerson(db: Db, limit: number, draftId?: string): Promise<FileForPerson[]> {
  return db
    .selectFrom('intake_file as file')
    .innerJoin('draft', 'draft.id', 'file.draft_id')
    .select([
      'file.id',
      'file.name',
      'file.outcome',
      'file.reason',
      'draft.id as draftId',
      'draft.sheet',
      'draft.name as draftName',
    ])
    .where('file.outcome', '<>', 'imported')
    .where('draft.archived_at', 'is', null)
    .where('draft.deleted_at', 'is', null)
    .where(row =>
      row.not(
        row.exists(
          row
            .selectFrom('source_table')
            .select('source_table.source_id')
            .whereRef('source_table.source_id', '=', 'file.id'),
        ),
      ),
    )
    .where(row =>
      row.not(
        row.and([
          row('file.outcome', '=', 'unreadable'),
          ...Object.keys(NEEDED_FROM_PERSON).map(code =>
            row(row.fn.coalesce('file.reason', row.val('')), 'not like', `%"code":"${code}"%`),
          ),
          row.exists(
            row
              .selectFrom('draft_line')
              .select('draft_line.line_id')
              .whereRef('draft_line.draft_id', '=', 'file.draft_id')
              .where('draft_line.removed_at', 'is', null),
          ),
        ]),
      ),
    )
    .where(row =>
      row.not(
        row.exists(
          row
            .selectFrom('source')
            .select('source.id')
            .whereRef('source.id', '=', 'file.id')
            .where('source.erased_at', 'is not', null),
        ),
      ),
    )
    .$if(draftId !== undefined, query => query.where('file.draft_id', '=', draftId ?? ''))
    .orderBy('file.created_at')
    .limit(limit)
    .$narrowType<{ outcome: IntakeOutcome }>()
    .execute()
}
