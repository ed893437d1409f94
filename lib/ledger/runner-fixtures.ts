import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { call } from '@/lib/client/call'
import type { Database } from '@/lib/store/database'
import type { PreparedOrder, RunRequest } from './prepared'
import { Runner } from './runner-loop'
import { defaultLimits, type Limits, type Ports } from './runner-ports'
import { type Started, startRun } from './runner-start'

// What tests of the runner share: a desk with one connection to a fake service.

/** Limits that let a test end soon. */
export const shortLimits: Limits = { ...defaultLimits, backoff: 10, backoffCap: 40, checkDeadline: 1500 }

/** A desk of tests: its runner works when told to, and what it reports fails the test. */
export interface Desk {
  readonly ports: Ports
  readonly runner: Runner
  start(
    kind: 'check' | 'register',
    orders: readonly PreparedOrder[],
    over?: Partial<RunRequest>,
  ): Promise<Started>
  /** Checks and registers, and waits until nothing is left to do. */
  checkAndRegister(orders: readonly PreparedOrder[]): Promise<Started>
}

/** A process of the desk on `database` whose only connection points at `baseUrl`. */
export function openDesk(database: Database, baseUrl: string, over: Partial<Ports> = {}): Desk {
  const closing = new AbortController()
  const ports: Ports = {
    database,
    openDoor: async () => ({
      envId: 'test:fake',
      target: { baseUrl, accessToken: 'token', allowed: [baseUrl] },
      checkSize: 200,
      registerSize: 50,
    }),
    call,
    limits: shortLimits,
    bootId: randomUUID(),
    host: 'test',
    pid: process.pid,
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
  return {
    ports,
    runner,
    start,
    checkAndRegister: async orders => {
      await start('check', orders)
      await runner.idle()
      const started = await start('register', orders)
      await runner.idle()
      return started
    },
  }
}

/** An order as the sheet prepares it. @param name "wrong" fails the check of the fake service */
export function prepared(mallOrderNumber: string, name = '山田 太郎'): PreparedOrder {
  const payload = JSON.stringify({ orderInfo: { mallOrderNumber }, recipient: { name } })
  const sha256 = createHash('sha256').update(payload).digest('hex')
  return { lineIds: [`line ${mallOrderNumber}`], mallOrderNumber, payload, sha256, fingerprint: sha256 }
}

/** `count` orders, … */
export const orders = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => prepared(`A-${from + at}`))
