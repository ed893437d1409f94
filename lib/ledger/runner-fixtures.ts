import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { call } from '@/lib/client/call'
import { type OperationId, operations } from '@/lib/contract/operations'
import type { Database, Handle } from '@/lib/store/database'
import type { Place } from '@/lib/store/verdicts'
import { FakeService } from './fake-service'
import type { PreparedOrder, RunRequest } from './prepared'
import { Runner } from './runner-loop'
import { type DeskOutcome, type OutcomesPage, outcomesPage } from './runner-outcomes'
import { type Door, defaultLimits, type Limits, type Ports } from './runner-ports'
import { type Progress, runProgress } from './runner-progress'
import { type Started, startRun } from './runner-start'

// What tests of the runner share: a fake service, and desks with one connection to it.

/** Limits that let a test end soon. */
export const shortLimits: Limits = { ...defaultLimits, backoff: 10, backoffCap: 40, checkDeadline: 1500 }

/** Where desks of tests look at their drafts. */
export const fakePlace = { envId: 'test:fake', connectionId: 'connection' }

/** A desk of tests: its runner works when told to, and what it reports fails the test. */
export interface Desk {
  readonly ports: Ports
  readonly runner: Runner
  /** Presses a button: its operation decides whether that checks or registers. */
  press(operation: OperationId, records: readonly PreparedOrder[]): Promise<Started>
  /** Presses, and waits until nothing is left to do. */
  finish(operation: OperationId, records: readonly PreparedOrder[]): Promise<Started>
  /** Presses Check or Register on a sheet of orders to Japan. */
  start(
    kind: 'check' | 'register',
    orders: readonly PreparedOrder[],
    over?: Partial<RunRequest>,
  ): Promise<Started>
  /** Checks and registers orders to Japan, and waits until nothing is left to do. */
  checkAndRegister(orders: readonly PreparedOrder[]): Promise<Started>
  /** What is known of the draft's records. */
  outcomes(): Promise<readonly DeskOutcome[]>
  /** The states that occur among them. */
  states(): Promise<readonly string[]>
  progress(run: Started): Promise<Progress>
}

/** The one connection of a desk of tests, opened. */
export const doorTo = (baseUrl: string, over: Partial<Door> = {}): Door => ({
  envId: 'test:fake',
  environment: 'test',
  stamp: 'as it was',
  keys: { bearer: 'token', key: 'key' },
  target: { baseUrl, accessToken: 'token', secretKey: 'the key', allowed: [baseUrl] },
  checkSize: 200,
  registerSize: 50,
  checkParallel: 2,
  ...over,
})

/** A process of the desk on `database` whose only connection points at `baseUrl`. */
export function openDesk(database: Database, baseUrl: string, over: Partial<Ports> = {}): Desk {
  const closing = new AbortController()
  const ports: Ports = {
    database,
    openDoor: async () => doorTo(baseUrl),
    call,
    limits: shortLimits,
    bootId: randomUUID(),
    host: 'test',
    pid: process.pid,
    preparing: new Set(),
    now: () => Date.now(),
    closing,
    sleep: ms => setTimeout(ms, undefined, { signal: closing.signal }).catch(() => undefined),
    fail: () => {},
    report: error => {
      throw error
    },
    ...over,
  }
  const runner = new Runner(ports)
  const start: Desk['start'] = (kind, orders, more = {}) =>
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
  const press: Desk['press'] = (operation, records) =>
    start(operations[operation].act, records, { operation })
  const finish: Desk['finish'] = async (operation, records) => {
    const started = await press(operation, records)
    await runner.idle()
    return started
  }
  const outcomes = () => draftOutcomes(database.kysely, 'draft', fakePlace)
  return {
    ports,
    runner,
    start,
    press,
    finish,
    checkAndRegister: async orders => {
      await finish('checkJapanOrders', orders)
      return finish('registerJapanOrders', orders)
    },
    outcomes,
    states: async () => [...new Set((await outcomes()).map(one => one.state))].sort(),
    progress: async run => {
      const found = run.ok ? await runProgress(database.kysely, run.runId) : undefined
      if (!found) throw new Error('no such run')
      return found
    },
  }
}

/**
 * Everything that is known of a draft's orders on a connection.
 * @param since leaves out what did not change since that time (ISO 8601), by `changedAt`
 */
export async function draftOutcomes(
  handle: Handle,
  draftId: string,
  place: Place,
  since = '',
): Promise<readonly DeskOutcome[]> {
  const known = new Map<string, DeskOutcome>()
  for (let from: string | undefined = since; from !== undefined; ) {
    const page: OutcomesPage = await outcomesPage(handle, draftId, place, from)
    for (const outcome of page.outcomes) known.set(outcome.mallOrderNumber, outcome)
    from = page.next
  }
  return [...known.values()].sort((one, other) => one.position - other.position)
}

/** A fake service and the desks that were opened beside it, until it is closed. */
export interface Stage {
  readonly service: FakeService
  readonly origin: string
  desk(openDatabase: () => Promise<Database>, over?: Partial<Ports>): Promise<Desk>
  close(): Promise<void>
}

/** A service that listens, without a desk. */
export async function openStage(): Promise<Stage> {
  const service = new FakeService()
  const origin = await service.listen()
  const desks: Desk[] = []
  return {
    service,
    origin,
    desk: async (openDatabase, over) => {
      const desk = openDesk(await openDatabase(), origin, over)
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

/** A product as the sheet prepares it. @param discounted above 100 is refused by the fake service */
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
