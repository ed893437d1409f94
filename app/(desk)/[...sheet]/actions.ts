'use server'
import { action } from '@/lib/auth/guard'
import { done } from '@/lib/auth/outcome'
import { database } from '@/lib/store/database'
import { archiveDraft } from '@/lib/store/draft-fates'
import { fateOf } from '@/lib/store/drafts'
import { away } from './away'
import { carryDraft } from './carry-draft'
import { nameDraft as name } from './name-draft'
import { bringBackSchema, carrySchema, renameSchema } from './schema'

/** Gives a draft another name; one that was never saved is made by it. */
export const nameDraft = action({ role: 'editor', input: renameSchema }, async (input, operator) =>
  name(await database(), input, operator.id, new Date()),
)

/** Has an archived draft take edits again, while it is open. The page must not be made anew: it holds edits. */
export const bringBack = action({ role: 'editor', input: bringBackSchema }, async ({ draftId }) => {
  const { write } = await database()
  return write(async trx => {
    await archiveDraft(trx, draftId, null)
    const fate = await fateOf(trx, draftId)
    return fate.state === 'open' ? done(null) : away(fate)
  })
})

/** Makes a draft of another sheet out of the stored lines of one. Without `all`, what is registered stays. */
export const carryDraftOver = action({ role: 'editor', input: carrySchema }, async (input, operator) =>
  carryDraft(await database(), input, operator.id, new Date()),
)
