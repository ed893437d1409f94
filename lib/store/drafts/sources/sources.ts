import 'server-only'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { SourceTables } from '@/lib/store/drafts/tables'
import { updateStoredBytes } from './source-quota'
import { unpackWithin } from './unpack'

const unpack = promisify(gunzip)

/** Maximum unpacked bytes of one part of a file: limits hostile compressed data. */
const MAX_PART_BYTES = 1024 * 1024

/** Hidden column of a line with its origin (lib/import/recipe/hidden-columns.ts). */
export const SOURCE_COLUMN = '[].$source'

/** A file that was imported into a draft. */
export type SourceHead = Omit<Selectable<SourceTables['source']>, 'stored'>

const HEAD_COLUMNS = [
  'id',
  'draft_id',
  'name',
  'size',
  'sha256',
  'kind',
  'parts',
  'created_by',
  'created_at',
  'kept_at',
  'erased_at',
] as const

/** Records a file before anything was read of it; an existing file stays as it is. */
export async function insertSource(db: Db, head: SourceHead): Promise<void> {
  await db
    .insertInto('source')
    .values(head)
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Stores what kind of file it is, once it was read. */
export async function setSourceKind(db: Db, id: string, kind: string): Promise<void> {
  await db.updateTable('source').set({ kind }).where('id', '=', id).execute()
}

/** Stores a part of a file's bytes; idempotent. */
export async function savePart(db: Db, source: string, position: number, bytes: Uint8Array): Promise<void> {
  await db
    .insertInto('source_part')
    .values({ source_id: source, position, bytes })
    .onConflict(conflict => conflict.columns(['source_id', 'position']).doUpdateSet({ bytes }))
    .execute()
  await updateStoredBytes(db, source)
}

/** Positions of the stored parts of a file. */
export async function listPartPositions(db: Db, source: string): Promise<number[]> {
  const rows = await db
    .selectFrom('source_part')
    .select('position')
    .where('source_id', '=', source)
    .orderBy('position')
    .execute()
  return rows.map(row => row.position)
}

/** Marks a file as complete. @returns false if parts are missing */
export async function completeSource(db: Db, id: string, at: string): Promise<boolean> {
  const head = await findSource(db, id)
  if (!head || (await listPartPositions(db, id)).length !== head.parts) return false
  await db.updateTable('source').set({ kept_at: at }).where('id', '=', id).execute()
  return true
}

/** A file by its id, without its contents. */
export const findSource = (db: Db, id: string): Promise<SourceHead | undefined> =>
  db.selectFrom('source').select(HEAD_COLUMNS).where('id', '=', id).executeTakeFirst()

/** The files of a draft, without their contents. */
export const listSources = (db: Db, draftId: string): Promise<SourceHead[]> =>
  db
    .selectFrom('source')
    .select(HEAD_COLUMNS)
    .where('draft_id', '=', draftId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** A draft into which a file was imported. */
export interface EarlierImport {
  readonly draftId: string
  readonly sheet: string
  readonly name: string
  /** ISO 8601. */
  readonly at: string
}

/** The last import of a file with the same bytes into another draft that still exists. */
export const findEarlierImport = (
  db: Db,
  { draft_id, sha256 }: Pick<SourceHead, 'draft_id' | 'sha256'>,
): Promise<EarlierImport | undefined> =>
  db
    .selectFrom('source')
    .innerJoin('draft', 'draft.id', 'source.draft_id')
    .select(['draft.id as draftId', 'draft.sheet', 'draft.name', 'source.created_at as at'])
    .where('source.sha256', '=', sha256)
    .where('source.draft_id', '<>', draft_id)
    .where('draft.deleted_at', 'is', null)
    .orderBy('source.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest complete files that were imported into drafts of a sheet, with their drafts. */
export const listNewestSources = (
  db: Db,
  sheet: string,
  limit: number,
): Promise<Pick<SourceHead, 'id' | 'draft_id' | 'name' | 'created_at'>[]> =>
  db
    .selectFrom('source')
    .innerJoin('draft', 'draft.id', 'source.draft_id')
    .select(['source.id', 'source.draft_id', 'source.name', 'source.created_at'])
    .where('draft.sheet', '=', sheet)
    .where('draft.deleted_at', 'is', null)
    .where('source.kept_at', 'is not', null)
    .where('source.erased_at', 'is', null)
    .orderBy('source.created_at', 'desc')
    .orderBy('source.id')
    .limit(limit)
    .execute()

/** The original bytes of a file, part by part. */
export async function* readSourceBytes(db: Db, { id, parts }: SourceHead): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < parts; position++) {
    const part = await db
      .selectFrom('source_part')
      .select('bytes')
      .where('source_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    yield await unpack(part.bytes, { maxOutputLength: MAX_PART_BYTES })
  }
}

/** Whether a part of a file that arrives can be read. */
export const isReadablePart = async (bytes: Uint8Array): Promise<boolean> =>
  (await unpackWithin(bytes, MAX_PART_BYTES)) !== undefined
