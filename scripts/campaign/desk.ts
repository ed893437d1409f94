import 'server-only'
import { env } from '@/lib/env'
import { resolve } from '@/lib/ledger/resolve'
import { Runner } from '@/lib/ledger/runner-loop'
import { defaultLimits, type Failpoint, type Limits, type Ports } from '@/lib/ledger/runner-ports'
import { realPorts } from '@/lib/ledger/runner-real'
import { startRun } from '@/lib/ledger/runner-start'
import { type Database, openDatabase } from '@/lib/store/database'
import { forgetLearned } from '@/lib/store/learned-limits'
import type { Finding, Order } from './messages'
import { prepare } from './orders'

// A process of the desk without its screens: the real runner on the real database, over real HTTP. Works when told to
// by its parent, dies where it is told to, and has deadlines that a campaign can wait for.

const limits: Limits = {
  ...defaultLimits,
  registerDeadline: 700,
  checkDeadline: 700,
  backoff: 10,
  backoffCap: 80,
  beat: 100,
  deadAfter: 1500,
  grace: 300,
}

/** Beyond the quarantine of everything that is under way. */
const QUARANTINE_MS = 60 * 60_000

let opened: { database: Database; ports: Ports } | undefined
let hits = 0

async function open(failpoint?: Failpoint, hit = 1) {
  if (opened) return opened
  const database = await openDatabase(env())
  const fail = (at: Failpoint) => {
    if (at === failpoint && ++hits >= hit) process.kill(process.pid, 'SIGKILL')
  }
  opened = { database, ports: { ...realPorts(database), limits, fail } }
  return opened
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'start') {
    const { ports } = await open(order.failpoint, order.hit)
    await new Runner(ports).resume()
    return
  }
  const { ports, database } = await open()
  if (order.kind === 'resolve') return settle(database, order.findings)
  if (order.kind !== 'press') return
  // People see to it that a service that is well again is not asked for one order at a time for days.
  await forgetLearned(database.kysely, order.connectionId)
  const started = await startRun(ports, {
    kind: order.act,
    operation: order.act === 'check' ? 'checkJapanOrders' : 'registerJapanOrders',
    draftId: 'draft',
    connectionId: order.connectionId,
    operatorId: 'operator',
    clientRequestId: order.request,
    orders: order.numbers.map(prepare),
  })
  if (!started.ok) throw new Error(`not started: ${JSON.stringify(started.problem)}`)
}

/** As the inbox does; that the quarantine is over is looked after by the campaign, which has no time for it. */
async function settle(database: Database, findings: readonly Finding[]): Promise<void> {
  const wishes = findings.map(one => ({
    ...one,
    resolution: one.orderId === undefined ? ('absent' as const) : ('found' as const),
  }))
  await resolve(database, wishes, { operatorId: 'operator' }, Date.now() + QUARANTINE_MS)
}

process.on('message', async ({ id, order }: { id: number; order: Order }) => {
  const error = await obey(order).then(
    () => undefined,
    (trouble: unknown) => String(trouble),
  )
  process.send?.({ id, ...(error !== undefined && { error }) })
})
process.on('disconnect', () => process.exit())
