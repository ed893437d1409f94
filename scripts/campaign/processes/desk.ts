import 'server-only'
import { env } from '@/lib/env'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import { defaultLimits, type Failpoint, type Limits, type Ports, realPorts } from '@/lib/ledger/runner/ports'
import { startRun } from '@/lib/ledger/runner/preparation/start'
import { Runner } from '@/lib/ledger/runner/runner'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { deleteLearnedLimits } from '@/lib/store/ledger/requests/learned-limits'
import { prepare } from '@/scripts/campaign/orders'
import type { Finding, ProcessCommand } from './process-messages'

// A process of the desk without screens: the real runner on the real database, over real HTTP. Its parent sends
// commands and decides when it is killed; its deadlines are short enough for a campaign.

const limits: Limits = {
  ...defaultLimits,
  registerDeadlineMs: 700,
  checkDeadlineMs: 700,
  initialBackoffMs: 10,
  maxBackoffMs: 80,
  heartbeatMs: 100,
  deadAfterMs: 1500,
  graceMs: 300,
  replayAfterMs: 300,
  replayBackoffMs: 50,
  maxReplays: 1000,
}

/** Longer than the quarantine of everything that is under way. */
const QUARANTINE_MS = 60 * 60_000

let opened: { database: Database; ports: Ports } | undefined
let hits = 0

async function open(failpoint?: Failpoint, hit = 1) {
  if (opened) return opened
  const database = await openDatabase(env())
  const killAt = (at: Failpoint) => {
    if (at === failpoint && ++hits >= hit) process.kill(process.pid, 'SIGKILL')
  }
  opened = { database, ports: { ...realPorts(database), limits, failpoint: killAt } }
  return opened
}

async function runCommand(order: ProcessCommand): Promise<void> {
  if (order.kind === 'start') {
    const { ports } = await open(order.failpoint, order.hit)
    await new Runner(ports).resume()
    return
  }
  const { ports, database } = await open()
  if (order.kind === 'resolve') return resolveFindings(ports, order.findings)
  if (order.kind !== 'start-run') return
  // As an operator does, so that a service that works again does not get one order at a time for days.
  await deleteLearnedLimits(database.kysely, order.connectionId)
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

/**
 * Resolves as the page of unconfirmed orders does. The campaign itself ensures the end of the quarantine, because it
 * has no time to wait for it.
 */
async function resolveFindings(ports: Ports, findings: readonly Finding[]): Promise<void> {
  const resolutions = findings.map(one => ({
    ...one,
    resolution: one.orderId === undefined ? ('absent' as const) : ('found' as const),
  }))
  await resolveUnknown(ports, resolutions, { operatorId: 'operator' }, Date.now() + QUARANTINE_MS)
}

process.on('message', async ({ id, order }: { id: number; order: ProcessCommand }) => {
  const error = await runCommand(order).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  process.send?.({ id, ...(error !== undefined && { error }) })
})
process.on('disconnect', () => process.exit())
