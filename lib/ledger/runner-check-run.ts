import 'server-only'
import type { GivenFailure } from '@/lib/client/answers'
import type { Trouble } from '@/lib/client/trouble'
import type { OperationId } from '@/lib/contract/operations'
import { findRun, listWaiting, markRunOrders, moveRun, type RunOrderRow, type RunRow } from '@/lib/store/runs'
import type { Problem } from './problem'
import { checkOrders } from './runner-check'
import { type Door, iso, type Ports } from './runner-ports'
import { saveAnswer } from './runner-verdicts'

/** The verdict on an order that the service does not take even alone; `lib/words` has its sentence. */
const tooLarge: GivenFailure & { code: string } = { field: '', message: '', code: 'order_too_large' }

/**
 * Checks what a run has left, some requests at a time, until all have a verdict, trouble stops it, or a person
 * does. What has its verdict keeps it.
 */
export async function runCheck(ports: Ports, run: RunRow, door: Door): Promise<void> {
  const work = new Requests(ports, run, door)
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (;;) {
    const wasQuiet = underWay.size === 0
    const orders = failures.length === 0 && (await isRunning(ports, run)) ? await work.next() : []
    if (orders.length > 0) {
      const sending: Promise<void> = work
        .send(orders)
        .catch(error => failures.push(error))
        .then(() => void underWay.delete(sending))
      underWay.add(sending)
    }
    // A request that is under way may come back in halves, so nothing left to take is not the end meanwhile.
    if (orders.length === 0 && wasQuiet) break
    const isFull = underWay.size >= ports.limits.checkParallel
    if (underWay.size > 0 && (orders.length === 0 || isFull)) await Promise.race(underWay)
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

/** Cuts a run into requests. Their size is learnt downwards: what was too large once is not tried again. */
class Requests {
  private from = 0
  private size: number
  private readonly halves: RunOrderRow[][] = []

  constructor(
    private readonly ports: Ports,
    private readonly run: RunRow,
    private readonly door: Door,
  ) {
    this.size = Math.max(1, Math.min(door.checkSize, ports.limits.checkOrders))
  }

  async next(): Promise<RunOrderRow[]> {
    const half = this.halves.pop()
    if (half) return half
    const rows = await listWaiting(this.ports.database.kysely, this.run.id, this.from, this.size)
    let chars = 0
    const over = rows.findIndex(row => {
      chars += row.payload.length
      return chars > this.ports.limits.checkChars
    })
    // An order that is larger than the bound goes alone.
    const taken = over === -1 ? rows : rows.slice(0, Math.max(1, over))
    this.from = (taken.at(-1)?.position ?? this.from) + 1
    return taken
  }

  async send(orders: RunOrderRow[]): Promise<void> {
    const { ports, run, door } = this
    const { attemptId, answer } = await checkOrders(ports, run, run.operation as OperationId, door, orders)
    if (!answer.ok && answer.trouble.code !== 'too_large') return this.stop(answer.trouble)
    if (!answer.ok && orders.length > 1) return this.halve(orders)
    const verdicts = answer.ok ? answer.verdicts : [{ passed: false, failures: [tooLarge] }]
    const positions = (passed: boolean) =>
      orders.filter((_, at) => verdicts[at]?.passed === passed).map(order => order.position)
    await ports.database.write(async trx => {
      await saveAnswer(trx, run, attemptId, orders, verdicts, iso(ports.now()))
      await markRunOrders(trx, run.id, positions(true), 'passed')
      await markRunOrders(trx, run.id, positions(false), 'failed')
    })
  }

  private halve(orders: RunOrderRow[]) {
    const middle = Math.ceil(orders.length / 2)
    this.size = Math.min(this.size, middle)
    this.halves.push(orders.slice(middle), orders.slice(0, middle))
  }

  private async stop({ code, status, detail }: Trouble) {
    const problem: Problem = { code, ...(status !== undefined && { status }), detail: detail.toWellFormed() }
    const at = iso(this.ports.now())
    await moveRun(
      this.ports.database.kysely,
      this.run.id,
      ['running'],
      'stopped',
      at,
      JSON.stringify(problem),
    )
  }
}
