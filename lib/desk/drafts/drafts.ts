import 'server-only'
import type * as z from 'zod'
import type {
  archiveDraftsSchema,
  chooseConnectionSchema,
  deleteDraftSchema,
  nameDraftSchema,
  renameDraftSchema,
} from '@/lib/desk-api/drafts/drafts'
import { newDraftId, newLineId } from '@/lib/desk-api/drafts/ids'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import { findConnection } from '@/lib/store/connections/connections'
import { type Database, database } from '@/lib/store/db/database'
import {
  findDraft,
  readLines,
  renameDraft as rename,
  saveLines,
  setDraftConnection,
} from '@/lib/store/drafts/drafts'
import {
  archiveDraft as archive,
  findLedgerUse,
  lockDraft,
  deleteDraft as remove,
} from '@/lib/store/drafts/lifecycle'
import { getTranslations } from '@/lib/words/server'
import { closedDraft, closedProblem } from './draft-context'

const t = getTranslations('drafts')

const gone = () => fail('gone', t('gone'))

/** Renames a draft; a draft that was never saved is created. @throws StorageFullError */
export async function nameDraft(
  input: z.output<typeof nameDraftSchema>,
  operatorId: string,
  opened: Promise<Pick<Database, 'accept'>> = database(),
): Promise<Result<null>> {
  const { accept } = await opened
  return accept(async trx => {
    if (await rename(trx, input.draftId, input.name)) return ok(null)
    const { draftId: id, sheetId: sheet, name, connectionId } = input
    const draft = { id, sheet, name, operatorId, connectionId }
    const lifecycle = await saveLines(trx, draft, { upserts: [], removes: [] }, new Date())
    return lifecycle.state === 'open' ? ok(null) : closedDraft(lifecycle)
  })
}

/**
 * Sets the connection that everyone uses who opens a draft. A draft that was never saved gets it with its first save.
 */
export async function chooseConnection({
  draftId,
  connectionId,
}: z.output<typeof chooseConnectionSchema>): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => {
    if (!(await findConnection(trx, connectionId))) return fail('connection_gone', t('connectionGone'))
    return (await setDraftConnection(trx, draftId, connectionId)) ? ok(null) : gone()
  })
}

/** Gives a stored draft another name. */
export async function renameDraft({
  draftId,
  name,
}: z.output<typeof renameDraftSchema>): Promise<Result<null>> {
  const { write } = await database()
  return (await write(trx => rename(trx, draftId, name))) ? ok(null) : gone()
}

/**
 * Copies the lines of a draft into a new one. Records of the ledger stay with the old draft. Reading a long draft does
 * not block other writers: only the copy is written in one transaction.
 * @throws StorageFullError
 */
export async function duplicateDraft(
  draftId: string,
  operatorId: string,
): Promise<Result<{ id: string; name: string }>> {
  const { kysely, longReads, accept } = await database()
  const lines = await readLines(longReads, draftId)
  // Read after the lines: a draft that exists now had all of them.
  const draft = await findDraft(kysely, draftId)
  if (!draft) return gone()
  const head = {
    id: newDraftId(),
    sheet: draft.sheet,
    name: t('copyOf', { name: draft.name }).slice(0, 100).toWellFormed(),
    operatorId,
    records: draft.records ?? undefined,
    connectionId: draft.connectionId ?? undefined,
  }
  const upserts = lines.map(line => ({ ...line, id: newLineId() }))
  await accept(trx => saveLines(trx, head, { upserts, removes: [] }, new Date()))
  return ok({ id: head.id, name: head.name })
}

/**
 * Archives drafts or restores them. If another tab has already done so with one of them, that counts as success.
 * @returns the ids of the drafts that still exist; a problem when there is none
 */
export async function archiveDrafts(
  { draftIds, isArchived }: z.output<typeof archiveDraftsSchema>,
  operatorId: string,
): Promise<Result<string[]>> {
  const { write } = await database()
  const mark = isArchived ? { operatorId, at: new Date().toISOString() } : null
  return write(async trx => {
    const existing: string[] = []
    for (const id of draftIds) {
      if ((await archive(trx, id, mark)) || (await findDraft(trx, id))) existing.push(id)
    }
    return existing.length === 0 ? gone() : ok(existing)
  })
}

/** Restores an archived draft that is open, so that it can be edited again. */
export async function unarchiveDraft(draftId: string): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => {
    await archive(trx, draftId, null)
    return (await closedProblem(trx, draftId)) ?? ok(null)
  })
}

/** Deletes a draft without queued, running or unknown records. */
export async function deleteDraft(
  { draftId, evenRegistered }: z.output<typeof deleteDraftSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => {
    // The lock comes first: a run that starts at the same time has already locked the draft and is seen below.
    await lockDraft(trx, draftId)
    const draft = await findDraft(trx, draftId)
    if (!draft) return gone()
    const { isRunning, unknown, busy, registered } = await findLedgerUse(trx, draftId)
    if (isRunning) return fail('running', t('deleting.running'))
    const record = findSheetById(draft.sheet)?.recordType ?? 'order'
    if (unknown > 0) return fail('unknown', t('deleting.unknown', { count: unknown, record }))
    if (busy > 0) return fail('busy', t('deleting.busy', { count: busy }))
    if (registered > 0 && !evenRegistered)
      return fail('registered', t('deleting.registered', { count: registered, record }))
    await remove(trx, draftId, operatorId, new Date().toISOString())
    return ok(null)
  })
}
