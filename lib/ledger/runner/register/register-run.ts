import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import type { RunProblem } from '@/lib/ledger/rules/problem'
import { IN_PROGRESS_STATES } from '@/lib/ledger/rules/transitions'
import { isRestorationTime } from '@/lib/store/backup/restorations'
import type { Db } from '@/lib/store/db/database'
import { ensureEnvironment, type LedgerEnvironmentRow } from '@/lib/store/ledger/environments/environments'
import { acquireLease, releaseLease } from '@/lib/store/ledger/environments/leases'
import { findPause } from '@/lib/store/ledger/environments/scopes'
import { listUnexplainedOfRun } from '@/lib/store/ledger/orders/orders'
import { setExplanation } from '@/lib/store/ledger/orders/transition-orders'
import { lockRun } from '@/lib/store/ledger/runs/run-lifecycle'
import { countRunOrders, findRun, type RunRow, transitionRun } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { type CheckResponse, checkWithRetry } from '../check/check-request'
import { remainingWait } from '../environment'
import { failingRecords, rejectedAloneFailure, reportFailures, saveOrderVerdicts } from '../failures'
import { effectiveLimits } from '../learned-limits'
import { credentialProblem, type OpenConnection } from '../open-connection'
import type { Ports } from '../ports'
import { findLivingBoots } from '../recovery/reap'
import { type Checkable, checkedFormOf, operationOf } from '../rows'
import { sendNextRequest } from './register-request'

/** How often a waiting run looks whether it may send. */
const POLL_INTERVAL_MS = 500

/** Maximum number of orders that one rejected request can have: that of any registration request. */
const MAX_UNEXPLAINED = 500

/**
 * Registers the queued orders of a run, one request at a time in its environment, until none is left, an outcome is
 * unknown, the environment pauses, or a person stops the run. After a rejection a check finds its reasons.
 * @param resolveConnection called before each request, because a connection may change meanwhile
 * @param ownAttempts gets the attempts of this process while they are under way (see the reaper)
 */
export async function runRegistration(
  ports: Ports,
  run: RunRow,
  resolveConnection: () => Promise<OpenConnection | undefined>,
  ownAttempts: Set<string>,
): Promise<void> {
  try {
    if (!(await ensureDurable(ports, run))) return
    for (;;) {
      const now = await findRun(ports.database.kysely, run.id)
      const connection = await resolveConnection()
      if (!connection || now?.owner !== ports.bootId || now.state !== 'running') return
      if (await explainNextRejection(ports, run, connection)) continue
      const wait = await timeUntilTurn(ports, run, connection)
      if (wait === 'paused') return
      if (wait > 0) await ports.sleep(Math.min(wait, POLL_INTERVAL_MS))
      else if (
        !(await sendNextRequest(ports, run, connection, ownAttempts)) &&
        (await finishIfEmpty(ports, run))
      )
        return
    }
  } finally {
    await releaseLease(ports.database.kysely, run.env_id, ports.bootId, run.id)
  }
}

/**
 * Pauses the run when the settings of the database were weakened after the run was queued.
 * @returns whether it may continue
 */
async function ensureDurable(ports: Ports, run: RunRow): Promise<boolean> {
  if (await ports.database.durable()) return true
  await pause(ports, run, { code: 'not_durable' })
  return false
}

async function pause(ports: Ports, run: RunRow, problem: RunProblem): Promise<void> {
  const at = iso(ports.now())
  await ports.database.write(trx => transitionRun(trx, run.id, ['running'], 'paused', at, problem))
}

/** Milliseconds until the run may send; 0 when it holds the lease now. A paused environment pauses the run. */
async function timeUntilTurn(
  ports: Ports,
  run: RunRow,
  connection: OpenConnection,
): Promise<number | 'paused'> {
  const { kysely } = ports.database
  const environment = await ensureEnvironment(kysely, run.env_id, ports.now())
  const problem = await findPauseProblem(ports, run, connection, environment)
  if (problem) {
    await pause(ports, run, problem)
    return 'paused'
  }
  const left = remainingWait(environment.not_before, ports.now())
  if (left > 0) return left
  const { lease_owner: owner, lease_run: holder } = environment
  if (owner === ports.bootId && holder === run.id) return 0
  const isFree = owner === null || !(await findLivingBoots(ports)).has(owner)
  return isFree && (await acquireLease(kysely, run.env_id, environment, ports.bootId, run.id))
    ? 0
    : POLL_INTERVAL_MS
}

/** What stops the registrations of the run until a person acts. */
async function findPauseProblem(
  ports: Ports,
  run: RunRow,
  connection: OpenConnection,
  environment: LedgerEnvironmentRow,
): Promise<RunProblem | undefined> {
  const { kysely } = ports.database
  const operation = operationOf(run)
  const { restored_at: since } = environment
  if (since !== null)
    return { code: (await isRestorationTime(kysely, since)) ? 'after_restore' : 'after_lost_commits' }
  const paused = await findPause(kysely, run.env_id, operation.scope, run.connection_id)
  return paused ?? credentialProblem(operation, connection.target, ports.now())
}

/** Ends the run when no order is in progress. @returns whether it ended */
async function finishIfEmpty(ports: Ports, run: RunRow): Promise<boolean> {
  const { kysely, write } = ports.database
  if (await hasOrdersInProgress(kysely, run)) {
    await ports.sleep(POLL_INTERVAL_MS)
    return false
  }
  return write(async trx => {
    // A person may just have had unconfirmed orders queued again, which nothing would send after the end.
    await lockRun(trx, run.id)
    if (await hasOrdersInProgress(trx, run)) return false
    await transitionRun(trx, run.id, ['running'], 'done', iso(ports.now()))
    return true
  })
}

async function hasOrdersInProgress(db: Db, { id }: RunRow): Promise<boolean> {
  const counts = await countRunOrders(db, id)
  return IN_PROGRESS_STATES.some(state => counts.has(state))
}

/**
 * Checks the orders of one rejected request again, to find the reasons, which a registration does not give. Rejections
 * of products come with their reasons, so no check explains them.
 * @returns false when no rejected request is left to explain
 */
async function explainNextRejection(ports: Ports, run: RunRow, connection: OpenConnection): Promise<boolean> {
  const { explainedBy } = operationOf(run)
  if (!explainedBy) return false
  const rows = await listUnexplainedOfRun(ports.database.kysely, run.id, MAX_UNEXPLAINED)
  const orders = rows
    .filter(row => row.current_attempt === rows[0]?.current_attempt)
    .map(row => ({ ...row, ...checkedFormOf(row) }))
  if (orders.length === 0) return false
  const responses = await checkInChunks(ports, run, explainedBy, connection, orders)
  if (!responses) return true
  const found = responses.flatMap(({ result }) => (result.ok ? result.verdicts : []))
  // An order that was rejected alone is to blame even when its check passes.
  const isAlone = orders.length === 1 && found[0]?.passed === true
  const verdicts = isAlone ? [{ passed: false, failures: [rejectedAloneFailure] }] : found
  const ids = (passed: boolean) =>
    orders.filter((_, position) => verdicts[position]?.passed === passed).map(row => row.id)
  await ports.database.write(async trx => {
    const at = iso(ports.now())
    if (verdicts.length < orders.length) {
      const all = orders.map(row => row.id)
      await setExplanation(trx, all, 'unavailable', at)
      return
    }
    await saveOrderVerdicts(trx, run, responses[0]?.attemptId ?? '', orders, verdicts, at)
    await setExplanation(trx, ids(false), 'here', at)
    await setExplanation(trx, ids(true), ids(false).length > 0 ? 'elsewhere' : 'nowhere', at)
  })
  reportFailures(ports, run, failingRecords(orders, verdicts))
  return true
}

/**
 * Checks orders in requests as large as the connection allows.
 * @returns the responses up to the first without verdicts; undefined when the run may not continue
 */
async function checkInChunks<Order extends Checkable>(
  ports: Ports,
  run: RunRow,
  operation: OperationId,
  connection: OpenConnection,
  orders: readonly Order[],
): Promise<readonly CheckResponse[] | undefined> {
  const { database, limits } = ports
  const sizes = await effectiveLimits(
    database.kysely,
    run.connection_id,
    connection,
    orders.length,
    ports.now(),
  )
  const size = Math.min(sizes.check_size, limits.maxCheckOrders)
  const mayContinue = async () => (await findRun(database.kysely, run.id))?.state === 'running'
  const responses: CheckResponse[] = []
  for (let at = 0; at < orders.length; at += size) {
    const question = { operation, orders: orders.slice(at, at + size), parallel: sizes.check_parallel }
    const response = await checkWithRetry(ports, run, connection, question, mayContinue)
    if (!response) return undefined
    responses.push(response)
    if (!response.result.ok) break
  }
  return responses
}
