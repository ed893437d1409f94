import 'server-only'
import { listOrders, moveOrders } from '@/lib/store/ledger'
import { abandonPreparing, listHalfway } from '@/lib/store/run-ends'
import { moveRun } from '@/lib/store/runs'
import { iso, type Ports } from './runner-ports'

type Clocked = Pick<Ports, 'database' | 'now'>

/** Orders that go back to the sheet in one transaction. */
const PIECE = 500

/**
 * Ends what processes left halfway: runs whose orders were not all in, and runs that were being cancelled. Nothing of
 * either was or will be sent, so who does it, and how often it is begun anew, makes no difference.
 * @param envId undefined: in all environments
 */
export async function sweep(ports: Ports, living: ReadonlySet<string>, envId?: string): Promise<void> {
  const { database, preparing, bootId } = ports
  for (const run of await listHalfway(database.kysely)) {
    if (envId !== undefined && run.env_id !== envId) continue
    const isOurs = run.owner === bootId
    const isLeft = isOurs ? !preparing.has(run.id) : run.owner === null || !living.has(run.owner)
    if (run.state === 'preparing' && isLeft) await giveUpPreparing(ports, run.id)
    else if (run.state === 'cancelling') {
      await giveBack(ports, run.id, 'runner', 'given back by the runner')
    }
  }
}

/** Takes a press back whose orders are not all in. */
export async function giveUpPreparing(ports: Clocked, runId: string): Promise<void> {
  if (!(await abandonPreparing(ports.database.kysely, runId, iso(ports.now())))) return
  await giveBack(ports, runId, 'runner', 'the press was not taken in to its end')
}

/** Gives what is queued of a run back to the sheet, in pieces; the run, which is `cancelling`, is over then. */
export async function giveBack(
  { database, now }: Clocked,
  runId: string,
  actor: string,
  reason: string,
): Promise<void> {
  const move = { from: 'QUEUED', to: 'CANCELLED', attemptId: null, reason, actor } as const
  for (;;) {
    const moved = await database.write(async trx => {
      const orders = await listOrders(trx, runId, 'QUEUED', PIECE)
      await moveOrders(
        trx,
        orders.map(order => order.id),
        // Each piece at its own time: whoever asks what is new since then must not miss it.
        { ...move, at: iso(now()) },
      )
      return orders.length
    })
    if (moved < PIECE) break
  }
  await moveRun(database.kysely, runId, ['cancelling'], 'cancelled', iso(now()))
}
