import 'server-only'
import type { Trouble } from '@/lib/client/trouble'
import type { OperationId } from '@/lib/contract/operations'
import {
  findRun,
  listWaiting,
  markRunOrders,
  moveRun,
  type RunRow,
  type WaitingOrder,
} from '@/lib/store/runs'
import type { Problem } from './problem'
import { checkOrders } from './runner-check'
import { credentialTrouble } from './runner-credential'
import { type Allowed, allowed, learnDown } from './runner-limits'
import { type Door, iso, type Ports } from './runner-ports'
import { operationOf } from './runner-rows'
import { saveAnswer, tooLarge } from './runner-verdicts'

/**
 * Checks what a run has left, some requests at a time, until all have a verdict, trouble stops it, or a person
 * does. What has its verdict keeps it.
 * @param openDoor asked before each request: a connection may change meanwhile
 */
export async function runCheck(
  ports: Ports,
  run: RunRow,
  openDoor: () => Promise<Door | undefined>,
): Promise<void> {
  const work = new Requests(ports, run)
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (;;) {
    const wasQuiet = underWay.size === 0
    const door = failures.length === 0 && (await isRunning(ports, run)) ? await openDoor() : undefined
    const orders = door ? await work.next(door) : []
    if (door && orders.length > 0) {
      const sending: Promise<void> = work
        .send(door, orders)
        .catch(error => failures.push(error))
        .then(() => void underWay.delete(sending))
      underWay.add(sending)
    }
    // A request that is under way may come back in halves, so nothing left to take is not the end meanwhile.
    if (orders.length === 0 && wasQuiet) break
    if (underWay.size > 0 && (orders.length === 0 || underWay.size >= work.parallel))
      await Promise.race(underWay)
  }
  // What the storage did not take stays waiting; the run is taken up again.
  if (failures.length > 0) throw failures[0]
  if (!(await isRunning(ports, run))) return
  const { kysely } = ports.database
  // Never done while an order has no verdict; a run that is left running is taken up again.
  if ((await listWaiting(kysely, run.id, 0, 1)).length > 0) return
  await moveRun(kysely, run.id, ['running'], 'done', iso(ports.now()))
}

async function isRunning(ports: Ports, run: RunRow): Promise<boolean> {
  if (ports.closing.signal.aborted) return false
  const now = await findRun(ports.database.kysely, run.id)
  return now?.state === 'running' && now.owner === ports.bootId
}

/** Trouble that a person has to put right before the rest can be checked. */
const FOR_A_PERSON: ReadonlySet<Problem['code']> = new Set([
  'credential',
  'permission',
  'address',
  'redirect',
])

/** Cuts a run into requests. Their size and number are learnt downwards: what was too much is not tried again. */
class Requests {
  /** Requests under way at once, at most. */
  parallel = 1
  private from = 0
  /** Requests in a row that the service was too slow about. */
  private slow = 0
  private readonly halves: WaitingOrder[][] = []

  constructor(
    private readonly ports: Ports,
    private readonly run: RunRow,
  ) {}

  /** The orders of the next request; none when there are none left, or none may be sent through this door. */
  async next(door: Door): Promise<WaitingOrder[]> {
    const { ports, run } = this
    const problem = credentialTrouble(operationOf(run), door.target, ports.now())
    if (problem) {
      await this.end('paused', problem)
      return []
    }
    const sizes = await this.allowed(door)
    this.parallel = sizes.check_parallel
    const half = this.halves.pop()
    if (half) return half
    const size = Math.min(sizes.check_size, ports.limits.checkOrders)
    const rows = await listWaiting(ports.database.kysely, run.id, this.from, size)
    let chars = 0
    const over = rows.findIndex(row => {
      chars += row.payload.length
      return chars > ports.limits.checkChars
    })
    // An order that is larger than the bound goes alone.
    const taken = over === -1 ? rows : rows.slice(0, Math.max(1, over))
    this.from = (taken.at(-1)?.position ?? this.from) + 1
    return taken
  }

  async send(door: Door, orders: WaitingOrder[]): Promise<void> {
    const { ports, run } = this
    const goesOn = () => isRunning(ports, run)
    const checked = await checkOrders(ports, run, run.operation as OperationId, door, orders, goesOn)
    if (!checked) return
    const { attemptId, answer, isSlow, isAnswered } = checked
    this.slow = isSlow ? this.slow + 1 : answer.ok ? 0 : this.slow
    if (!answer.ok) {
      const isTooLarge = answer.trouble.code === 'too_large'
      if (isTooLarge || isSlow) await this.learn(door, orders.length, isTooLarge ? 'too_large' : 'timed_out')
      if (orders.length > 1 && (isTooLarge || (isSlow && this.slow < ports.limits.tries))) {
        return this.halve(orders)
      }
      if (!isTooLarge) return this.stop(answer.trouble, isAnswered ? { attemptId } : {})
    }
    const verdicts = answer.ok ? answer.verdicts : [{ passed: false, failures: [tooLarge] }]
    const positions = (passed: boolean) =>
      orders.filter((_, at) => verdicts[at]?.passed === passed).map(order => order.position)
    await ports.database.write(async trx => {
      await saveAnswer(trx, run, attemptId, orders, verdicts, iso(ports.now()))
      await markRunOrders(trx, run.id, positions(true), 'passed')
      await markRunOrders(trx, run.id, positions(false), 'failed')
    })
  }

  private allowed(door: Door): Promise<Allowed> {
    const { ports, run } = this
    const { kysely } = ports.database
    return allowed(kysely, run.connection_id, door, operationOf(run).most, ports.now())
  }

  private async learn(door: Door, count: number, why: 'too_large' | 'timed_out') {
    const { ports, run } = this
    const { kysely } = ports.database
    await learnDown(kysely, run.connection_id, 'check_size', count, why, ports.now())
    if (why === 'too_large') return
    const { check_parallel } = await this.allowed(door)
    if (check_parallel === 1) return
    await learnDown(kysely, run.connection_id, 'check_parallel', check_parallel, why, ports.now())
  }

  private halve(orders: WaitingOrder[]) {
    const middle = Math.ceil(orders.length / 2)
    this.halves.push(orders.slice(middle), orders.slice(0, middle))
  }

  private stop({ code, status, detail, misfit }: Trouble, response: Pick<Problem, 'attemptId'>) {
    const about = { ...(status !== undefined && { status }), ...(misfit && { misfit }) }
    const problem: Problem = { code, ...about, ...response, detail: detail.toWellFormed() }
    return this.end(FOR_A_PERSON.has(code) ? 'paused' : 'stopped', problem)
  }

  private async end(state: 'paused' | 'stopped', problem: Problem) {
    const { ports, run } = this
    const at = iso(ports.now())
    await moveRun(ports.database.kysely, run.id, ['running'], state, at, JSON.stringify(problem))
  }
}
