import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { call } from '@/lib/client/call'
import { type OperationId, operations } from '@/lib/contract/operations'
import { type DeskOutcome, type OutcomesPage, outcomesPage } from '@/lib/ledger/outcomes/outcomes'
import { type RunProgress, runProgress } from '@/lib/ledger/outcomes/progress'
import type { FrozenRun, PreparedOrder, StartResult } from '@/lib/ledger/rules/prepared'
import type { OpenConnection } from '@/lib/ledger/runner/open-connection'
import { defaultLimits, type Limits, type Ports, type Preparation } from '@/lib/ledger/runner/ports'
import { type NewRunRequest, recordRunRequest } from '@/lib/ledger/runner/preparation/preparation'
import { startRun } from '@/lib/ledger/runner/preparation/start'
import { SharedClock } from '@/lib/ledger/runner/recovery/shared-clock'
import { Runner } from '@/lib/ledger/runner/runner'
import type { Database, Db } from '@/lib/store/db/database'
import type { VerdictTarget } from '@/lib/store/ledger/checks/verdicts'
import { findRunRequest, type RunRequestRow } from '@/lib/store/ledger/runs/run-requests'
import { FakeService } from './fake-service'

// Shared by tests of the runner: a fake service, and desks with one connection to it.

/** Short limits for fast tests. */
export const shortLimits: Limits = {
  ...defaultLimits,
  initialBackoffMs: 10,
  maxBackoffMs: 40,
}

/** Environment and connection of desks in tests. */
export const testPlace = { envId: 'test:fake', connectionId: 'connection' }

/** A desk of tests. Its runner works on demand, and an error that it reports fails the test. */
export interface TestDesk {
  readonly ports: Ports
  readonly runner: Runner
  /** Starts a run of an operation. */
  startOperation(operation: OperationId, records: readonly PreparedOrder[]): Promise<StartResult>
  /** Starts a run and waits until the runner is idle. */
  finish(operation: OperationId, records: readonly PreparedOrder[]): Promise<StartResult>
  /** Starts a run of orders to Japan. */
  start(
    kind: 'check' | 'register',
    orders: readonly PreparedOrder[],
    over?: Partial<FrozenRun>,
  ): Promise<StartResult>
  /**
   * Records a run request on a sheet of orders to Japan, whose orders the runner freezes.
   * @returns the id of its request
   */
  record(kind: 'check' | 'register', over?: Partial<NewRunRequest>): Promise<string>
  /** The result of a recorded request; undefined while it is open. */
  startResult(id: string): Promise<StartResult | undefined>
  /** Checks and registers orders to Japan, and waits until the runner is idle. */
  checkAndRegister(orders: readonly PreparedOrder[]): Promise<StartResult>
  /** Outcomes of the draft's records. */
  outcomes(): Promise<readonly DeskOutcome[]>
  /** The different states among the outcomes. */
  states(): Promise<readonly string[]>
  progress(run: StartResult): Promise<RunProgress>
}

/** The resolved connection of a desk of tests. */
export const connectionTo = (baseUrl: string, over: Partial<OpenConnection> = {}): OpenConnection => ({
  envId: 'test:fake',
  environment: 'test',
  honoursKeys: false,
  isEmbedded: false,
  revision: 'as it was',
  keys: { bearer: 'token', key: 'key' },
  target: { baseUrl, accessToken: 'token', secretKey: 'the key', allowed: [baseUrl] },
  checkSize: 200,
  registerSize: 50,
  checkParallel: 2,
  ...over,
})

/** Freezes the given orders for each run request, without reading a draft. Results are those of `startRun`. */
export const preparationOf = (draft: (request: RunRequestRow) => readonly PreparedOrder[]): Preparation => ({
  prepare: async (_, request, steps) => {
    const orders = draft(request)
    steps.progress(0, orders.length)
    steps.failpoint('frozen')
    const result = await steps.start({
      kind: request.kind,
      operation: request.kind === 'check' ? 'checkJapanOrders' : 'registerJapanOrders',
      draftId: request.draft_id,
      connectionId: request.connection_id,
      operatorId: request.started_by,
      clientRequestId: request.client_request_id,
      runId: request.id,
      orders,
    })
    return JSON.stringify(result)
  },
  failure: code =>
    JSON.stringify({ ok: false, problem: { code: code === 'cancelled' ? 'by_operator' : code } }),
})

/** A server process on `database` whose only connection has the address `baseUrl`. */
export function openTestDesk(database: Database, baseUrl: string, over: Partial<Ports> = {}): TestDesk {
  const closing = new AbortController()
  const sharedClock = new SharedClock(database)
  const ports: Ports = {
    database,
    resolveConnection: async () => connectionTo(baseUrl),
    call,
    limits: shortLimits,
    bootId: randomUUID(),
    host: 'test',
    pid: process.pid,
    preparing: new Set(),
    checkTurns: new Set(),
    heartbeat: {},
    lastRequests: new Map(),
    now: () => sharedClock.time(),
    monotonicNow: () => performance.now(),
    sharedClock,
    closing,
    sleep: ms => setTimeout(ms, undefined, { signal: closing.signal }).catch(() => undefined),
    failpoint: () => {},
    report: error => {
      throw error
    },
    ...over,
  }
  const runner = new Runner(ports)
  const start: TestDesk['start'] = (kind, orders, more = {}) =>
    startRun(ports, {
      kind,
      operation: kind === 'check' ? 'checkJapanOrders' : 'registerJapanOrders',
      draftId: 'draft',
      connectionId: 'connection',
      operatorId: 'mina',
      clientRequestId: randomUUID(),
      orders,
      ...more,
    })
  const record: TestDesk['record'] = async (kind, more = {}) => {
    const request = { kind, sheet: 'orders/japan', draftId: 'draft', connectionId: 'connection' } as const
    const from = { operatorId: 'mina', clientRequestId: randomUUID() }
    const at = new Date(ports.now()).toISOString()
    const id = await database.accept(trx => recordRunRequest(trx, { ...request, ...from, ...more }, at))
    ports.failpoint('request_recorded')
    return id
  }
  const startOperation: TestDesk['startOperation'] = (operation, records) =>
    start(operations[operation].act, records, { operation })
  const finish: TestDesk['finish'] = async (operation, records) => {
    const started = await startOperation(operation, records)
    await runner.idle()
    return started
  }
  const outcomes = () => draftOutcomes(database.kysely, 'draft', testPlace)
  return {
    ports,
    runner,
    start,
    record,
    startResult: async id => {
      const { result } = (await findRunRequest(database.kysely, id)) ?? {}
      return result ? JSON.parse(result) : undefined
    },
    startOperation,
    finish,
    checkAndRegister: async orders => {
      await finish('checkJapanOrders', orders)
      return finish('registerJapanOrders', orders)
    },
    outcomes,
    states: async () => [...new Set((await outcomes()).map(one => one.state))].sort(),
    progress: async run => {
      const found = run.ok ? await runProgress(database.kysely, run.runId, ports.now()) : undefined
      if (!found) throw new Error('no such run')
      return found
    },
  }
}

/**
 * All outcomes of a draft's orders on a connection.
 * @param since leaves out outcomes that did not change since that time (ISO 8601)
 */
export async function draftOutcomes(
  db: Db,
  draftId: string,
  place: VerdictTarget,
  since = '',
): Promise<readonly DeskOutcome[]> {
  const known = new Map<string, DeskOutcome>()
  for (let from: string | undefined = since; from !== undefined; ) {
    const page: OutcomesPage = await outcomesPage(db, draftId, place, from)
    for (const outcome of page.outcomes) known.set(outcome.mallOrderNumber, outcome)
    from = page.next
  }
  return [...known.values()].sort((one, other) => one.position - other.position)
}

/** A fake service with its desks; closing it closes them all. */
export interface Stage {
  readonly service: FakeService
  readonly origin: string
  desk(openDatabase: () => Promise<Database>, over?: Partial<Ports>): Promise<TestDesk>
  close(): Promise<void>
}

/** Starts a fake service without a desk. */
export async function openStage(): Promise<Stage> {
  const service = new FakeService()
  const origin = await service.listen()
  const desks: TestDesk[] = []
  return {
    service,
    origin,
    desk: async (openDatabase, over) => {
      const desk = openTestDesk(await openDatabase(), origin, over)
      desks.push(desk)
      return desk
    },
    close: async () => {
      await Promise.all(desks.map(desk => desk.runner.close()))
      await service.close()
    },
  }
}

/** An order to Japan as the sheet prepares it. @param name "wrong" fails the check of the fake service */
export function prepared(mallOrderNumber: string, name = '山田 太郎'): PreparedOrder {
  return frozen(mallOrderNumber, { orderInfo: { mallOrderNumber }, recipient: { name } })
}

/**
 * A general order as the sheet prepares it: its check takes incoterms, its registration does not.
 * @param incoterms "wrong" fails the check of the fake service
 */
export function preparedGeneral(mallOrderNumber: string, incoterms = 'DDP'): PreparedOrder {
  const checked = frozen(mallOrderNumber, { orderInfo: { mallOrderNumber, incoterms } })
  return { ...frozen(mallOrderNumber, { orderInfo: { mallOrderNumber } }), checked }
}

/** A product as the sheet prepares it. @param discounted the fake service rejects values above 100 */
export function preparedProduct(shopProductId: string, discounted = 90): PreparedOrder {
  return frozen(shopProductId, { shopProductId, productPrice: 100, discountedProductPrice: discounted })
}

function frozen(mallOrderNumber: string, record: object): PreparedOrder {
  const payload = JSON.stringify(record)
  const sha256 = createHash('sha256').update(payload).digest('hex')
  return { lineIds: [`line ${mallOrderNumber}`], mallOrderNumber, payload, sha256, fingerprint: sha256 }
}

/** `count` orders, … */
export const orders = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => prepared(`A-${from + at}`))

/** `count` products P-1, P-2, … */
export const products = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => preparedProduct(`P-${from + at}`))
