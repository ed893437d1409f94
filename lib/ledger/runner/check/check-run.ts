import 'server-only'
import type { CallFailure } from '@/lib/client/call-failure'
import type { RunProblem } from '@/lib/ledger/rules/problem'
import {
  findRun,
  listWaitingOrders,
  markRunOrders,
  type RunRow,
  transitionRun,
  type WaitingOrder,
} from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { publish } from '@/lib/telemetry/events'
import { failingRecords, reportFailures, saveOrderVerdicts, tooLargeFailure } from '../failures'
import { effectiveLimits, type RequestLimits, reduceLimit } from '../learned-limits'
import { credentialProblem, type OpenConnection } from '../open-connection'
import type { Ports } from '../ports'
import { operationOf } from '../rows'
import { checkWithRetry } from './check-request'

/**
 * Checks the waiting orders of a run, some requests at a time, until each order has a verdict or the run stops: after a
 * failure, or because a person stops it. Verdicts so far are kept.
 * @param resolveConnection called before each request, because a connection may change meanwhile
 */
export async function runCheck(
  ports: Ports,
  run: RunRow,
  resolveConnection: () => Promise<OpenConnection | undefined>,
): Promise<void> {
  const work = new CheckRequests(ports, run)
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (;;) {
    const wasIdle = underWay.size === 0
    const connection =
      failures.length === 0 && (await isRunning(ports, run)) ? await resolveConnection() : undefined
    const orders = connection ? await work.next(connection) : []
    if (connection && orders.length > 0) {
      const sending: Promise<void> = work
        .send(connection, orders)
        .catch(error => failures.push(error))
        .then(() => void underWay.delete(sending))
      underWay.add(sending)
    }
    // A request under way may still be split in halves, so an empty queue is not the end while one is under way.
    if (orders.length === 0 && wasIdle) break
    if (underWay.size > 0 && (orders.length === 0 || underWay.size >= work.parallel))
      await Promise.race(underWay)
  }
  // Orders whose verdict was not stored still wait; the runner continues the run later.
  if (failures.length > 0) throw failures[0]
  if (!(await isRunning(ports, run))) return
  const { kysely } = ports.database
  // A run is not done while an order has no verdict; the runner continues a run that stays `running`.
  if ((await listWaitingOrders(kysely, run.id, 0, 1)).length > 0) return
  ports.onChecked?.(run)
  const { write } = ports.database
  await write(trx => transitionRun(trx, run.id, ['running'], 'done', iso(ports.now())))
}

async function isRunning(ports: Ports, run: RunRow): Promise<boolean> {
  if (ports.closing.signal.aborted) return false
  const now = await findRun(ports.database.kysely, run.id)
  return now?.state === 'running' && now.owner === ports.bootId
}

/** Failures that a person must solve before the rest can be checked. */
const NEEDS_OPERATOR: ReadonlySet<RunProblem['code']> = new Set([
  'credential',
  'permission',
  'address',
  'redirect',
])

/** Cuts a run into requests. Size and concurrency only shrink: what was too much is not tried again. */
class CheckRequests {
  /** Maximum number of requests at the same time. */
  parallel = 1
  private nextPosition = 0
  /** Requests in a row that timed out. */
  private timeoutsInARow = 0
  private readonly halves: WaitingOrder[][] = []

  constructor(
    private readonly ports: Ports,
    private readonly run: RunRow,
  ) {}

  /** The orders of the next request; none when no order waits, or the credential of the connection is unusable. */
  async next(connection: OpenConnection): Promise<WaitingOrder[]> {
    const { ports, run } = this
    const problem = credentialProblem(operationOf(run), connection.target, ports.now())
    if (problem) {
      await this.endRun('paused', problem)
      return []
    }
    const sizes = await this.limits(connection)
    this.parallel = sizes.check_parallel
    const half = this.halves.pop()
    if (half) return half
    const size = Math.min(sizes.check_size, ports.limits.maxCheckOrders)
    const rows = await listWaitingOrders(ports.database.kysely, run.id, this.nextPosition, size)
    let chars = 0
    const over = rows.findIndex(row => {
      chars += row.payload.length
      return chars > ports.limits.maxCheckChars
    })
    // An order above the limit has a request of its own.
    const orders = over === -1 ? rows : rows.slice(0, Math.max(1, over))
    this.nextPosition = (orders.at(-1)?.position ?? this.nextPosition) + 1
    return orders
  }

  async send(connection: OpenConnection, orders: WaitingOrder[]): Promise<void> {
    const { ports, run } = this
    const mayContinue = () => isRunning(ports, run)
    const question = { operation: run.operation, orders, parallel: this.parallel }
    const checked = await checkWithRetry(ports, run, connection, question, mayContinue)
    if (!checked) return
    const { attemptId, result, isTimeout, hasResponse } = checked
    this.timeoutsInARow = isTimeout ? this.timeoutsInARow + 1 : result.ok ? 0 : this.timeoutsInARow
    if (!result.ok) {
      const isTooLarge = result.failure.code === 'too_large'
      if (isTooLarge || isTimeout)
        await this.learnLimit(connection, orders.length, isTooLarge ? 'too_large' : 'timed_out')
      if (
        orders.length > 1 &&
        (isTooLarge || (isTimeout && this.timeoutsInARow < ports.limits.maxAttempts))
      ) {
        return this.splitInHalves(orders)
      }
      if (!isTooLarge) return this.stopForFailure(result.failure, hasResponse ? { attemptId } : {})
    }
    const verdicts = result.ok ? result.verdicts : [{ passed: false, failures: [tooLargeFailure] }]
    const positions = (passed: boolean) =>
      orders.filter((_, at) => verdicts[at]?.passed === passed).map(order => order.position)
    await ports.database.write(async trx => {
      await saveOrderVerdicts(trx, run, attemptId, orders, verdicts, iso(ports.now()))
      await markRunOrders(trx, run.id, positions(true), 'passed')
      await markRunOrders(trx, run.id, positions(false), 'failed')
    })
    for (const passed of [true, false]) {
      const count = positions(passed).length
      const outcome = passed ? 'passed' : 'failed'
      if (count > 0) publish('orders', { operation: run.operation, outcome, count })
    }
    reportFailures(ports, run, failingRecords(orders, verdicts))
  }

  private limits(connection: OpenConnection): Promise<RequestLimits> {
    const { ports, run } = this
    const { kysely } = ports.database
    return effectiveLimits(kysely, run.connection_id, connection, operationOf(run).maxElements, ports.now())
  }

  private async learnLimit(connection: OpenConnection, count: number, why: 'too_large' | 'timed_out') {
    const { ports, run } = this
    const { kysely } = ports.database
    await reduceLimit(kysely, run.connection_id, 'check_size', count, why, ports.now())
    if (why === 'too_large') return
    const { check_parallel } = await this.limits(connection)
    if (check_parallel === 1) return
    await reduceLimit(kysely, run.connection_id, 'check_parallel', check_parallel, why, ports.now())
  }

  private splitInHalves(orders: WaitingOrder[]) {
    const middle = Math.ceil(orders.length / 2)
    this.halves.push(orders.slice(middle), orders.slice(0, middle))
  }

  private stopForFailure(
    { code, status, detail, mismatch }: CallFailure,
    response: Pick<RunProblem, 'attemptId'>,
  ) {
    const about = { ...(status !== undefined && { status }), ...(mismatch && { misfit: mismatch }) }
    const problem: RunProblem = { code, ...about, ...response, detail: detail.toWellFormed() }
    return this.endRun(NEEDS_OPERATOR.has(code) ? 'paused' : 'stopped', problem)
  }

  private async endRun(state: 'paused' | 'stopped', problem: RunProblem) {
    const { ports, run } = this
    const at = iso(ports.now())
    ports.onChecked?.(run)
    const { write } = ports.database
    await write(trx => transitionRun(trx, run.id, ['running'], state, at, problem))
  }
}
