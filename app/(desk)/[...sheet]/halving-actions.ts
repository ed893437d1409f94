'use server'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { startRun } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { fateOf, readLines } from '@/lib/store/drafts'
import { heldLines } from '@/lib/store/ledger'
import { words } from '@/lib/words/server'
import { away } from './away'
import { environmentOf } from './environment'
import { halvingSchema } from './halving-schema'
import { prepareOrders } from './prepare'

const say = words('halving')

/**
 * Sends the orders of a request that was refused without a reason again in halves, to find those that are to blame.
 * Halves that are taken are registered. Orders that were edited since, or whose pass is old, stay at the desk.
 */
export const halve = action({ role: 'registrar', input: halvingSchema }, async (input, operator) => {
  const { kysely } = await database()
  const fate = await fateOf(kysely, input.draftId)
  if (fate.state !== 'open') return away(fate)
  const sheet = sheets[input.sheetId]
  const held = await heldLines(kysely, input.draftId, await environmentOf(kysely, input.connectionId))
  const { orders } = await prepareOrders(await readLines(kysely, input.draftId), sheet, held)
  const { attemptId, ...press } = input
  const started = await startRun({
    ...press,
    kind: 'register',
    operation: sheet.register,
    operatorId: operator.id,
    orders,
    halving: attemptId,
  })
  if (!started.ok && started.problem.code === 'unconfirmed') {
    return done({ runId: '', taken: 0, withheld: 0, toConfirm: started.problem.count ?? 0 })
  }
  if (!started.ok) return trouble(started.problem.code, problemSentence(started.problem))
  if (started.taken === 0) return trouble('not_checked', say('nothing'))
  return done({ runId: started.runId, taken: started.taken, withheld: started.refused.length })
})
