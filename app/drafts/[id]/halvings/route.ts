import { answerPress, prepared, whyClosed } from '@/app/drafts/[id]/press'
import { halvingSchema } from '@/app/drafts/[id]/press-schema'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { done, trouble } from '@/lib/auth/outcome'
import { route } from '@/lib/auth/route'
import { startRun } from '@/lib/ledger/runner'
import { sheets } from '@/lib/sheet/sheets'
import { words } from '@/lib/words/server'

const say = words('halving')

/**
 * Sends the orders of a request that was refused without a reason again in halves, to find those that are to blame.
 * Halves that are taken are registered. Orders that were edited since, or whose pass is old, stay at the desk.
 */
export const POST = route<{ id: string }>({ role: 'registrar' }, (request, { operator, params }) =>
  answerPress(request, params.id, halvingSchema, async ({ attemptId, ...press }) => {
    const closed = await whyClosed(press)
    if (closed) return closed
    const { orders } = await prepared(press, operator.id)
    const started = await startRun({
      ...press,
      kind: 'register',
      operation: sheets[press.sheetId].register,
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
  }),
)
