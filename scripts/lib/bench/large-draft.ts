import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { call } from '@/lib/client/call'
import { preparation } from '@/lib/desk/runs/prepare-run'
import type { SaveRequest } from '@/lib/desk-api/drafts/changes'
import { newLineId, newSessionId } from '@/lib/desk-api/drafts/ids'
import type { OpenConnection } from '@/lib/ledger/runner/open-connection'
import { defaultLimits, type Ports } from '@/lib/ledger/runner/ports'
import { recordRunRequest } from '@/lib/ledger/runner/preparation/preparation'
import { SharedClock } from '@/lib/ledger/runner/recovery/shared-clock'
import { Runner } from '@/lib/ledger/runner/runner'
import { draftOf, emptyPatch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { sampleItem, sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { UnsentChanges } from '@/lib/sheet/sync/unsent'
import type { Database } from '@/lib/store/db/database'
import { findDraftRevision } from '@/lib/store/drafts/saves'
import { findRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { findRun } from '@/lib/store/ledger/runs/runs'

const NUMBER = 'orderInfo.mallOrderNumber'
/** Characters of one save of the workbench (components/workbench/saving/save-queue.ts). */
const SAVE_CHARACTERS = 400_000

/** Orders of two lines each that pass their check; their numbers start with `prefix`. */
export function pairedLines(lines: number, prefix: string): Line[] {
  return sampleOrders(Math.ceil(lines / 2), 1).flatMap((texts, at): Line[] => {
    const number = { [NUMBER]: `${prefix}-${100_000 + at}` }
    return [
      { id: newLineId(), rank: at * 2, texts: { ...texts, ...number } },
      { id: newLineId(), rank: at * 2 + 1, texts: { ...sampleItem(at + 1), ...number } },
    ]
  })
}

/** The bodies (JSON) of the saves with which a workbench sends new lines. */
export function saveBodies(draftId: string, connectionId: string, lines: readonly Line[]): string[] {
  const sheet = draftOf(lines)
  const unsent = new UnsentChanges(sheet, 0, NUMBER)
  unsent.record({ ...emptyPatch, inserted: lines })
  const session = newSessionId()
  const bodies: string[] = []
  for (let seq = 1; ; seq++) {
    const { save } = unsent.nextSave(SAVE_CHARACTERS)
    if (!save) return bodies
    const head = { sheetId: 'orders/japan', connectionId, name: 'Large', records: lines.length } as const
    const request: SaveRequest = {
      draftId,
      ...head,
      editingSession: session,
      seq,
      ...save,
    }
    bodies.push(JSON.stringify(request))
    unsent.confirm(seq, { lines: [], removed: [] })
  }
}

/** What runs of this process need for one connection. */
export function runPorts(database: Database, connection: OpenConnection): Ports {
  const closing = new AbortController()
  return {
    database,
    preparation,
    resolveConnection: async () => connection,
    call,
    limits: defaultLimits,
    bootId: randomUUID(),
    host: 'bench',
    pid: process.pid,
    preparing: new Set(),
    checkTurns: new Set(),
    heartbeat: {},
    lastRequests: new Map(),
    now: Date.now,
    monotonicNow: () => performance.now(),
    sharedClock: new SharedClock(database),
    closing,
    sleep: ms => setTimeout(ms, undefined, { signal: closing.signal }).catch(() => undefined),
    failpoint: () => {},
    report: error => console.error(error),
  }
}

/** A runner of this process for one connection; it works whenever it is woken. */
export const openRunner = (database: Database, connection: OpenConnection): Runner =>
  new Runner(runPorts(database, connection))

/** A draft, its operator, and the connection that they use. */
export interface RunPlace {
  readonly draftId: string
  readonly connectionId: string
  readonly operatorId: string
}

/** Checks or registers a draft, waits until its run is done, and prints how long its preparation took. */
export async function runToEnd(
  { kysely, accept }: Database,
  runner: Runner,
  kind: 'check' | 'register',
  place: RunPlace,
): Promise<void> {
  const revision = (await findDraftRevision(kysely, place.draftId))?.revision
  const request = { kind, sheet: 'orders/japan', ...place, clientRequestId: randomUUID(), revision }
  const id = await accept(trx => recordRunRequest(trx, request, new Date().toISOString()))
  const began = performance.now()
  const before = process.cpuUsage()
  await runner.wake()
  while ((await findRunRequest(kysely, id))?.result == null) await setTimeout(20)
  const used = process.cpuUsage(before)
  const prepared = performance.now() - began
  await runner.idle()
  const run = await findRun(kysely, id)
  if (run && run.state !== 'done') throw new Error(`The run is ${run.state}: ${run.problem}`)
  console.log(
    `  ${kind}: prepared in ${Math.round(prepared)} ms (${Math.round((used.user + used.system) / 1000)} ms of processor), ${run?.total ?? 0} orders, ${run?.state ?? 'no run'}`,
  )
}
