import 'server-only'
import type { AttemptRow } from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import { endOwnWait } from '@/lib/store/ledger-environments'
import { ledgerScope, saveScope } from '@/lib/store/ledger-scopes'
import { countOrders, findRun, moveRun } from '@/lib/store/runs'
import type { Classified, PauseReason } from './classify'
import type { Problem, ProblemCode } from './problem'
import { causeOfAttempt } from './runner-cause'
import { learnDown } from './runner-limits'
import { backoff, iso, type Ports } from './runner-ports'
import { operationOf } from './runner-rows'
import { noteAskedWait, noteOwnWait } from './runner-waiting'

const pauseCodes = {
  credential: 'credential',
  permission: 'permission',
  address: 'address',
  redirect: 'redirect',
  refused: 'service_refused',
} as const satisfies Record<PauseReason, ProblemCode>

/**
 * What one request teaches about its environment, its connection and its run.
 * @param returned orders that came back to the queue
 */
export async function learn(
  ports: Ports,
  trx: Handle,
  attempt: AttemptRow,
  judged: Classified,
  returned: readonly string[],
) {
  if (judged.tooLarge) return sendLess(ports, trx, attempt)
  const now = ports.now()
  const { scope } = operationOf(attempt)
  const { strikes: strikesBefore } = await ledgerScope(trx, attempt.env_id, scope)
  const count = judged.outcomes.filter(one => one.state === 'UNKNOWN').length
  const status = attempt.http_status === null ? {} : { status: attempt.http_status }
  const strikes = returned.length > 0 ? strikesBefore + 1 : 0
  const detail = attempt.error === null ? excerpt(attempt.resp_body) : attempt.error
  const about = attempt.http_status === null ? {} : { attemptId: attempt.id }
  const problem: Problem | undefined = judged.pause
    ? { code: pauseCodes[judged.pause], ...status, ...about, ...credentialOf(attempt), detail }
    : strikes >= ports.limits.strikes
      ? { code: 'not_sent', ...status, ...about, detail }
      : undefined
  if (judged.waitMs !== undefined) await noteAskedWait(trx, attempt.env_id, judged, now)
  else if (returned.length > 0) await noteOwnWait(trx, attempt.env_id, backoff(ports.limits, strikes), now)
  else await endOwnWait(trx, attempt.env_id)
  const paused = problem ? JSON.stringify(problem) : null
  await saveScope(trx, { env_id: attempt.env_id, scope, paused, strikes })
  const cause = causeOfAttempt({ ...attempt, anomalies: JSON.stringify(judged.anomalies) })
  if (count > 0)
    await stopAtUnknown(trx, attempt.run_id, { ...status, ...about, count, cause, detail }, iso(now))
  else if (problem)
    await moveRun(trx, attempt.run_id, ['running'], 'paused', iso(now), JSON.stringify(problem))
}

/** The same again would be refused again: fewer go from now on. A person looks when one alone is too large. */
async function sendLess(ports: Ports, trx: Handle, attempt: AttemptRow) {
  const run = await findRun(trx, attempt.run_id)
  if (!run) return
  const now = ports.now()
  if (attempt.order_count > 1) {
    const what = operationOf(attempt).scope === 'orders' ? 'register_size' : 'product_size'
    await learnDown(trx, run.connection_id, what, attempt.order_count, 'too_large', now)
    return
  }
  if (!(await countOrders(trx, run.id)).has('QUEUED')) return
  const problem: Problem = { code: 'too_large', status: 413, count: 1, attemptId: attempt.id }
  await moveRun(trx, run.id, ['running'], 'paused', iso(now), JSON.stringify(problem))
}

/** Who puts a refused credential right must know which. */
const credentialOf = (attempt: AttemptRow): Pick<Problem, 'credential'> =>
  operationOf(attempt).auth.includes('bearer') ? {} : { credential: 'key' }

/** A run stops at its first unknown outcome, so that never more than one request is in doubt. */
export async function stopAtUnknown(trx: Handle, runId: string, about: Omit<Problem, 'code'>, at: string) {
  const problem: Problem = { code: 'unknown_outcome', ...about }
  await moveRun(trx, runId, ['running', 'paused'], 'stopped', at, JSON.stringify(problem))
}

const excerpt = (body: Uint8Array | null) =>
  new TextDecoder()
    .decode(body?.subarray(0, 1200) ?? new Uint8Array())
    .slice(0, 300)
    .toWellFormed()
