'use server'
import { randomUUID } from 'node:crypto'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { findSheet } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { archiveDraft, deleteDraft, holdDraft, tiesOf } from '@/lib/store/draft-fates'
import { findDraft, readLines, renameDraft, saveLines } from '@/lib/store/drafts'
import { words } from '@/lib/words/server'
import { archiveSchema, deleteSchema, draftSchema, nameSchema } from './schema'

const say = words('drafts')

const nounOf = (sheet: string) => findSheet(sheet.split('/'))?.noun ?? 'order'

const gone = () => trouble('gone', say('gone'))

/** Shows every list of drafts anew, and answers. */
function told<T>(outcome: Outcome<T>): Outcome<T> {
  revalidatePath('/', 'layout')
  return outcome
}

/** Gives a draft another name. */
export const giveName = action({ role: 'editor', input: nameSchema }, async ({ draftId, name }) => {
  const { write } = await database()
  return told((await write(trx => renameDraft(trx, draftId, name))) ? done(null) : gone())
})

/** Copies a draft's lines into a new one. What the ledger knows stays with the old one. */
export const duplicate = action({ role: 'editor', input: draftSchema }, async ({ draftId }, operator) => {
  const { write } = await database()
  const copy = await write(async trx => {
    const draft = await findDraft(trx, draftId)
    if (!draft) return undefined
    const head = {
      id: randomUUID(),
      sheet: draft.sheet,
      name: say('copyOf', { name: draft.name }).slice(0, 100).toWellFormed(),
      operatorId: operator.id,
      records: draft.records ?? undefined,
    }
    const lines = await readLines(trx, draftId)
    const upserts = lines.map(line => ({ ...line, id: randomUUID() }))
    await saveLines(trx, head, { upserts, removes: [] }, new Date())
    return { id: head.id, name: head.name }
  })
  return told(copy ? done(copy) : gone())
})

/** Puts a draft away, or brings it back. */
export const archive = action(
  { role: 'editor', input: archiveSchema },
  async ({ draftId, isAway }, operator) => {
    const { write } = await database()
    const away = isAway ? { operatorId: operator.id, at: new Date().toISOString() } : null
    return write(async trx => {
      if (!(await findDraft(trx, draftId))) return told(gone())
      // One that stands so already was moved in another tab: just as well.
      await archiveDraft(trx, draftId, away)
      return told(done(null))
    })
  },
)

/** Deletes a draft of which nothing is under way or in doubt. */
export const remove = action(
  { role: 'editor', input: deleteSchema },
  async ({ draftId, evenRegistered }, operator) => {
    const { write } = await database()
    return write(async trx => {
      // Before anything is read: a run that begins just now is over this threshold first, and is seen.
      await holdDraft(trx, draftId)
      const draft = await findDraft(trx, draftId)
      if (!draft) return told(gone())
      const { isRunning, unknown, busy, registered } = await tiesOf(trx, draftId)
      if (isRunning) return trouble('running', say('deleting.running'))
      if (unknown > 0) return trouble('unknown', say('deleting.unknown', { count: unknown }))
      if (busy > 0) return trouble('busy', say('deleting.busy', { count: busy }))
      if (registered > 0 && !evenRegistered) {
        const record = nounOf(draft.sheet)
        return trouble('registered', say('deleting.registered', { count: registered, record }))
      }
      await deleteDraft(trx, draftId, operator.id, new Date().toISOString())
      return told(done(null))
    })
  },
)
