'use server'
import { action, operatorProblem } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { cancelRun, pauseRun, resumeRun } from '@/lib/ledger/runner'
import { database } from '@/lib/store/database'
import type { Operator } from '@/lib/store/operators'
import { findRun } from '@/lib/store/runs'
import { words } from '@/lib/words/server'
import { steerSchema } from './schema'

const say = words('runs.steer')

/** Stops a run before its next request; what is under way ends as it ends. */
export const pause = action({ role: 'editor', input: steerSchema }, (input, operator) =>
  steer(input, operator, () => pauseRun(input.runId)),
)

/** Lets a paused or stopped run go on where it stands. What is unknown stays so. */
export const goOn = action({ role: 'editor', input: steerSchema }, (input, operator) =>
  steer(input, operator, () => resumeRun(input.runId)),
)

/** Ends a run before its next request: what waits goes back to the sheet. */
export const cancel = action({ role: 'editor', input: steerSchema }, (input, operator) =>
  steer(input, operator, () => cancelRun(input.runId, operator.id)),
)

/** Whoever may begin a run may steer it. A run that is over by now is left as it is, and the screen will see it. */
async function steer(
  { draftId, runId }: { draftId: string; runId: string },
  operator: Operator,
  act: () => Promise<boolean>,
): Promise<Outcome<null>> {
  const run = await findRun((await database()).kysely, runId)
  if (run?.draft_id !== draftId) return trouble('gone', say('gone'))
  const problem = operatorProblem(operator, run.kind === 'register' ? 'registrar' : 'editor')
  if (problem) return { ok: false, problem }
  await act()
  return done(null)
}
