import 'server-only'
import type * as z from 'zod'
import { isTooDeep } from '@/lib/contract/json/json-depth'
import type {
  AnnouncedFile,
  rowsInAddressSchema,
  rowsWantedSchema,
  sourceFileSchema,
} from '@/lib/desk-api/drafts/source-files'
import { env } from '@/lib/env'
import { type Db, database, isStorageFull } from '@/lib/store/db/database'
import { findDraftLifecycle } from '@/lib/store/drafts/drafts'
import { lockDraft } from '@/lib/store/drafts/lifecycle'
import { deleteUnfinishedSource, exceededQuota } from '@/lib/store/drafts/sources/source-quota'
import { parseRows, readRows, saveRows, unpackArrivingRows } from '@/lib/store/drafts/sources/source-rows'
import { listSourceTables, openSource, type SourceTable } from '@/lib/store/drafts/sources/source-tables'
import {
  completeSource,
  findEarlierImport,
  findSource,
  isReadablePart,
  listPartPositions,
  listSources,
  readSourceBytes,
  type SourceHead,
  savePart,
} from '@/lib/store/drafts/sources/sources'
import { getTranslations } from '@/lib/words/server'
import { closedDraftSentence } from './draft-context'

const t = getTranslations('intake.desk.original')

/** Why a file, or a part of it, was not stored: an HTTP status and a sentence for the operator. */
export interface SourceRefusal {
  readonly status: 400 | 409 | 410 | 413 | 507
  readonly detail: string
}

/** The value of a call about a file of a draft, or why it was refused. */
export type SourceResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: SourceRefusal }

const stored = <T>(value: T): SourceResult<T> => ({ ok: true, value })

const refuse = (status: SourceRefusal['status'], detail: string): SourceResult<never> => ({
  ok: false,
  refusal: { status, detail },
})

/** The refusal of a file whose description or part cannot be read (400). */
export const malformedSource = (): SourceResult<never> => refuse(400, t('malformed'))

/** The imported files of a draft, and their readings. */
export async function listSourceFiles(draftId: string) {
  const { kysely } = await database()
  const heads = await listSources(kysely, draftId)
  const tables = await listSourceTables(
    kysely,
    heads.map(({ id }) => id),
  )
  return heads.map(({ draft_id: _, created_by: __, ...head }) => ({
    ...head,
    tables: tables.filter(({ source_id }) => source_id === head.id).map(tableView),
  }))
}

const tableView = ({ source_id: _, headings, recipe, fed, ...table }: SourceTable) => ({
  ...table,
  headings: JSON.parse(headings),
  recipe: JSON.parse(recipe),
  fed: JSON.parse(fed),
})

/** Announces a file, or another reading of it. */
export function announceSource(
  draftId: string,
  { table, ...file }: z.output<typeof sourceFileSchema>,
  operatorId: string,
): Promise<SourceResult<AnnouncedFile>> {
  return acceptSource(draftId, async trx => {
    const known = await findSource(trx, file.id)
    if (known && known.draft_id !== draftId) return malformedSource()
    if (known && known.erased_at !== null) return refuse(410, t('gone'))
    // Compressed files are usually smaller; this check refuses a file before its bytes are uploaded.
    const exceeded = !known && (await overQuota(trx, { draftId, source: file.id, bytes: file.size }))
    if (exceeded) return exceeded
    const head = {
      ...file,
      draft_id: draftId,
      created_by: operatorId,
      created_at: new Date().toISOString(),
      kept_at: null,
      erased_at: null,
    }
    await openSource(trx, head, {
      source_id: file.id,
      reading: table.reading,
      position: table.position,
      encoding: table.encoding,
      delimiter: table.delimiter,
      name: table.name,
      header: table.header,
      headings: JSON.stringify(table.headings),
      recipe: JSON.stringify(table.recipe),
      fed: JSON.stringify(table.fed),
    })
    const earlier = await findEarlierImport(trx, head)
    return stored({
      there: await listPartPositions(trx, file.id),
      ...(earlier && {
        earlier: { path: `/${earlier.sheet}/${earlier.draftId}`, draft: earlier.name, at: earlier.at },
      }),
    })
  })
}

/** Stores a gzipped part of a file; the last part completes the file. */
export async function saveSourcePart(
  { draftId, sourceId, part }: { draftId: string; sourceId: string; part: number },
  bytes: Uint8Array,
): Promise<SourceResult<null>> {
  if (!(await isReadablePart(bytes))) return malformedSource()
  return acceptSource(draftId, async trx => {
    const head = await findReadableSource(trx, draftId, sourceId)
    if (!head || part < 0 || part >= head.parts) return malformedSource()
    const exceeded = await overQuota(trx, { draftId, source: head.id, bytes: bytes.length })
    if (exceeded) return exceeded
    await savePart(trx, head.id, part, bytes)
    await completeSource(trx, head.id, new Date().toISOString())
    return stored(null)
  })
}

/** Stores rows of a table of a file: gzipped JSON of `[number, texts][]`. */
export async function saveSourceRows(
  { draftId, sourceId }: { draftId: string; sourceId: string },
  { reading, table: position, first, last }: z.output<typeof rowsInAddressSchema>,
  rows: Uint8Array,
): Promise<SourceResult<null>> {
  const json = await unpackArrivingRows(rows)
  if (!json || isTooDeep([json]) || !parseRows(json)) return malformedSource()
  return acceptSource(draftId, async trx => {
    const head = await findReadableSource(trx, draftId, sourceId)
    if (!head) return malformedSource()
    const exceeded = await overQuota(trx, { draftId, source: head.id, bytes: rows.length })
    if (exceeded) return exceeded
    const isKnown = await saveRows(trx, { source_id: head.id, reading, position }, { first, last, rows })
    return isKnown ? stored(null) : malformedSource()
  })
}

/** The stored rows of a file's table; undefined if the draft has no such file. */
export async function readSourceRows(
  { draftId, sourceId }: { draftId: string; sourceId: string },
  { reading, table: position, numbers }: z.output<typeof rowsWantedSchema>,
) {
  const { kysely } = await database()
  const head = await findSource(kysely, sourceId)
  // A file whose bytes were erased with one order still has the rows of the others.
  if (head?.draft_id !== draftId) return undefined
  return [...(await readRows(kysely, { source_id: head.id, reading, position }, numbers))]
}

/** The original bytes and the name of a stored file; undefined if it is incomplete or erased. */
export async function readSourceFile(draftId: string, sourceId: string) {
  const { kysely } = await database()
  const head = await findReadableSource(kysely, draftId, sourceId)
  return head && head.kept_at !== null ? { name: head.name, bytes: readSourceBytes(kysely, head) } : undefined
}

/**
 * Why further bytes of a file are not stored; undefined if they fit. Earlier parts are deleted unless the file is
 * complete.
 */
async function overQuota(
  trx: Db,
  { draftId, source, bytes }: { draftId: string; source: string; bytes: number },
): Promise<SourceResult<never> | undefined> {
  const quota = env()
  const exceeded = await exceededQuota(trx, { draftId, bytes, quota })
  if (exceeded === undefined) return undefined
  await deleteUnfinishedSource(trx, source)
  const megabytes = (limit: number) => Math.floor(limit / 1024 / 1024)
  return exceeded === 'draft'
    ? refuse(413, t('draftQuota', { megabytes: megabytes(quota.draftFileBytes) }))
    : refuse(507, t('allQuota', { megabytes: megabytes(quota.allFileBytes) }))
}

/** Writes data of a draft's file, unless the draft cannot be edited or the disk is full. */
async function acceptSource<T>(
  draftId: string,
  work: (trx: Db) => Promise<SourceResult<T>>,
): Promise<SourceResult<T>> {
  const { accept } = await database()
  try {
    return await accept(async trx => {
      // A deletion or erasure of the draft waits for this lock, or has finished: it finds everything stored here.
      await lockDraft(trx, draftId)
      const lifecycle = await findDraftLifecycle(trx, draftId)
      return lifecycle.state === 'open' ? work(trx) : refuse(409, closedDraftSentence(lifecycle))
    })
  } catch (error) {
    if (isStorageFull(error)) return refuse(507, t('full'))
    throw error
  }
}

/** A file that belongs to a draft and was not erased. */
async function findReadableSource(handle: Db, draftId: string, id: string): Promise<SourceHead | undefined> {
  const head = await findSource(handle, id)
  return head?.draft_id === draftId && head.erased_at === null ? head : undefined
}
