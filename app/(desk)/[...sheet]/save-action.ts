'use server'
import { action } from '@/lib/auth/guard'
import { done } from '@/lib/auth/outcome'
import { database } from '@/lib/store/database'
import { dropClashes } from '@/lib/store/draft-clashes'
import { fateOf } from '@/lib/store/drafts'
import { away } from './away'
import { saveSchema, settleSchema } from './save-schema'
import { takeSave } from './take-save'

/**
 * Saves what was edited, cell by cell beside what others saved meanwhile. Lines whose orders are at the service of the
 * connection in use keep what they say, and only take their places among the others.
 */
export const saveDraft = action({ role: 'editor', input: saveSchema }, async (input, operator) => {
  const { accept } = await database()
  return accept(async trx => {
    const answer = await takeSave(trx, input, operator.id, new Date())
    if (answer) return done(answer)
    const fate = await fateOf(trx, input.draftId)
    if (fate.state === 'open') throw new Error(`The draft ${input.draftId} refused a save without a reason.`)
    return away(fate)
  })
})

/** The operator has heard of texts of theirs that somebody wrote over. */
export const settleClashes = action({ role: 'viewer', input: settleSchema }, async (input, operator) => {
  const { write } = await database()
  await write(trx => dropClashes(trx, input.draftId, operator.id, input.ids))
  return done(null)
})
