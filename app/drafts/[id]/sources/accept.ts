import 'server-only'
import { away } from '@/app/(desk)/[...sheet]/away'
import { env } from '@/lib/env'
import { type Database, database, type Handle, isStorageFull } from '@/lib/store/database'
import { holdDraft } from '@/lib/store/draft-fates'
import { fateOf } from '@/lib/store/drafts'
import { dropUnfinished, exceededQuota } from '@/lib/store/source-quota'
import { findSource, type SourceHead } from '@/lib/store/sources'
import { words } from '@/lib/words/server'

const say = words('intake.desk.kept')

/** Why a file, or a piece of it, is not taken; the browser says `detail` to the operator. */
export const refused = (status: number, detail: string): Response =>
  Response.json(
    { type: 'about:blank', title: 'refused', status, detail },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

export const erased = () => refused(410, say('gone'))

export const malformed = () => refused(400, say('malformed'))

/**
 * Why so many bytes more of a file are not stored; undefined when they fit. What arrived of the file before goes, unless
 * it was whole already.
 */
export async function overQuota(
  trx: Handle,
  { draftId, source, bytes }: { draftId: string; source: string; bytes: number },
): Promise<Response | undefined> {
  const quota = env()
  const exceeded = await exceededQuota(trx, { draftId, bytes, quota })
  if (exceeded === undefined) return undefined
  await dropUnfinished(trx, source)
  const megabytes = (limit: number) => Math.floor(limit / 1024 / 1024)
  return exceeded === 'draft'
    ? refused(413, say('draftQuota', { megabytes: megabytes(quota.draftFileBytes) }))
    : refused(507, say('allQuota', { megabytes: megabytes(quota.allFileBytes) }))
}

/** Writes something of a file of a draft, unless the draft takes no edits, or the disk nothing new. */
export async function accept(
  draftId: string,
  work: (trx: Handle, database: Database) => Promise<Response>,
): Promise<Response> {
  const open = await database()
  try {
    return await open.accept(async trx => {
      // Who deletes or erases the draft just now waits, or is over: nothing is kept that they would not find.
      await holdDraft(trx, draftId)
      const fate = await fateOf(trx, draftId)
      if (fate.state === 'open') return work(trx, open)
      const why = away(fate)
      return refused(409, why.ok ? '' : why.problem.message)
    })
  } catch (error) {
    if (isStorageFull(error)) return refused(507, say('full'))
    throw error
  }
}

/** A file that belongs to a draft, and still says something. */
export async function sourceOf(handle: Handle, draftId: string, id: string): Promise<SourceHead | undefined> {
  const head = await findSource(handle, id)
  return head?.draft_id === draftId && head.erased_at === null ? head : undefined
}
