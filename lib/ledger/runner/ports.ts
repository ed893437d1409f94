import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { call } from '@/lib/client/call'
import type { ReportedFailure } from '@/lib/client/check-result'
import { env } from '@/lib/env'
import { type FrozenRun, PASS_LIFETIME_MS, type StartResult } from '@/lib/ledger/rules/prepared'
import type { ReplayLimits } from '@/lib/ledger/rules/replay'
import { MAX_REQUEST_MS, QUARANTINE_MS } from '@/lib/ledger/rules/resolutions'
import { logFault } from '@/lib/log/log'
import type { Database } from '@/lib/store/db/database'
import type { RunRequestRow } from '@/lib/store/ledger/runs/run-requests'
import type { RunRow } from '@/lib/store/ledger/runs/runs'
import { pidScope } from '@/lib/store/pid-scope'
import { type OpenConnection, resolveConnection } from './open-connection'
import { SharedClock } from './recovery/shared-clock'

/** Points where a crash test kills the process (docs/reliability.md, C1 to C8 and C11 to C14). */
export const failpoints = [
  'request_recorded',
  'request_claimed',
  'frozen',
  'during_enqueue',
  'after_enqueue',
  'during_claim',
  'after_claim',
  'during_sending',
  'after_sending',
  'before_connect',
  'connected',
  'headers',
  'body_read',
  'after_evidence',
  'after_outcome',
] as const
/** A moment at which a test can end the process. */
export type Failpoint = (typeof failpoints)[number]

/** Timeouts and sizes. */
export interface Limits extends ReplayLimits {
  /** Time from SENDING to the last byte of the response. After it no byte of the request is under way. */
  readonly registerDeadlineMs: number
  readonly checkDeadlineMs: number
  /** Maximum number of orders and of characters in one check request. */
  readonly maxCheckOrders: number
  readonly maxCheckChars: number
  /** How often a check request is sent before the run stops. */
  readonly maxAttempts: number
  /** How often in a row a check may get 429 before the run stops. */
  readonly maxWaits: number
  /** Backoff with full jitter: at most this after the first failure, doubled after each further one. */
  readonly initialBackoffMs: number
  readonly maxBackoffMs: number
  /** How long an order may be registered after it passed a check. */
  readonly verdictLifeMs: number
  /** Registrations in a row that provably were not executed, before the environment pauses. */
  readonly maxStrikes: number
  /** How often a process sends a heartbeat, and after which silence it counts as dead. */
  readonly heartbeatMs: number
  readonly deadAfterMs: number
  /** How long after its deadline the request of a living process is closed as unknown. */
  readonly graceMs: number
  /** When a run starts to report that a request has no response yet. */
  readonly slowAfterMs: number
}

/** When a run starts to report that a request has no response yet, in milliseconds. */
export const SLOW_RESPONSE_MS = 10_000

export const defaultLimits: Limits = {
  registerDeadlineMs: MAX_REQUEST_MS,
  checkDeadlineMs: 60_000,
  maxCheckOrders: 200,
  maxCheckChars: 1_000_000,
  maxAttempts: 3,
  maxWaits: 10,
  initialBackoffMs: 500,
  maxBackoffMs: 8_000,
  verdictLifeMs: PASS_LIFETIME_MS,
  maxStrikes: 3,
  heartbeatMs: 2_000,
  deadAfterMs: 20_000,
  graceMs: 30_000,
  slowAfterMs: SLOW_RESPONSE_MS,
  replayAfterMs: QUARANTINE_MS,
  replayBackoffMs: 60_000,
  maxReplays: 6,
}

/** What the runner needs from outside: tests replace each. */
export interface Ports {
  readonly database: Database
  /** The connection as it is now; undefined when it was deleted. */
  resolveConnection(connectionId: string): Promise<OpenConnection | undefined>
  readonly call: typeof call
  readonly limits: Limits
  /** Freezes the orders of recorded run requests; absent: this process leaves them to others. */
  preparation?: Preparation
  /** Called with the reasons of a service after they were stored; it must return at once and not throw. */
  onFailures?: FailureListener
  /** Called when the results of a check are stored, before it ends; it must return at once and not throw. */
  onChecked?: CheckListener
  /** Unique for each start of a process. */
  readonly bootId: string
  /** The scope within which `pid` is unique. */
  readonly host: string
  readonly pid: number
  /** Runs whose orders this process is enqueuing. */
  readonly preparing: Set<string>
  /** Check requests of this process that are under way or wait for their turn (check-turns.ts). */
  readonly checkTurns: Set<string>
  /**
   * When this process recorded last that it is alive, and since when without a gap, by `monotonicNow`; undefined: never,
   * and since its start.
   */
  readonly heartbeat: { last?: number; since?: number }
  /** The last registration request that this process sent, by environment: a database that lacks it lost commits. */
  readonly lastRequests: Map<string, string>
  /** The time of `sharedClock`, in milliseconds since the epoch. */
  now(): number
  /**
   * Milliseconds by a clock that only runs forward, for waits inside this process: `now` jumps when a wrong
   * clock is set right.
   */
  monotonicNow(): number
  /** The clock of the database, which all its servers share; measured with each heartbeat. */
  readonly sharedClock: SharedClock
  /** Aborted when the process stops: runs then stop before their next request. */
  readonly closing: AbortController
  /** Returns early, without an error, when `closing` is aborted. */
  sleep(ms: number): Promise<void>
  /** Called at each failpoint; a crash test kills the process there. */
  failpoint(at: Failpoint): void
  /** Called with an exception that makes a run wait: a bug, or a failure of the storage. */
  report(error: unknown): void
}

/** Milliseconds to wait after the `count`-th failure in a row (from 1), with full jitter. */
export function backoffDelay({ initialBackoffMs, maxBackoffMs }: Limits, count: number): number {
  return Math.random() * Math.min(initialBackoffMs * 2 ** (count - 1), maxBackoffMs)
}

/** The ports of a server: this process, its connections, the network, and the clock of its database. */
export function realPorts(database: Database): Ports {
  const closing = new AbortController()
  const sharedClock = new SharedClock(database)
  return {
    closing,
    database,
    resolveConnection: connectionId => resolveConnection(database, connectionId),
    call,
    limits: defaultLimits,
    bootId: randomUUID(),
    // Processes that share SQLite are on one machine; those of PostgreSQL may have hosts of the same name.
    host: database.dialect === 'postgres' ? pidScope() : hostname(),
    pid: process.pid,
    preparing: new Set(),
    checkTurns: new Set(),
    heartbeat: {},
    lastRequests: new Map(),
    now: () => sharedClock.time(),
    monotonicNow: () => performance.now(),
    sharedClock,
    sleep: ms => setTimeout(ms, undefined, { signal: closing.signal }).catch(() => undefined),
    failpoint: killAtFailpoint,
    report: error => logFault('a run waits after an error', error),
  }
}

/** Kills this process like `kill -9` when a crash test chose this failpoint. */
function killAtFailpoint(at: Failpoint): void {
  if (env().failpoint === at) process.kill(process.pid, 'SIGKILL')
}

/** A record as it was sent, and why it failed; reasons of Lading itself have no message. */
export interface FailingRecord {
  readonly payload: string
  readonly failures: readonly ReportedFailure[]
}

/** Receives records in which the service found errors, after their results are stored. */
export type FailureListener = (
  run: Pick<RunRow, 'id' | 'draft_id' | 'connection_id' | 'operation'>,
  records: readonly FailingRecord[],
) => void

/** Receives a check whose results are stored: of all its orders, or of those before it stopped. */
export type CheckListener = (
  run: Pick<RunRow, 'id' | 'draft_id' | 'env_id' | 'connection_id' | 'operation'>,
) => void

/** What the preparation of a run request does in the runner. */
export interface PreparationSteps {
  /** Reports how many orders are prepared, of how many. */
  progress(done: number, total: number): void
  /** The clock of the ledger, in milliseconds since the epoch. */
  now(): number
  /** Stores frozen orders and starts their run. @param onProgress called with the number of queued orders */
  start(frozen: FrozenRun, onProgress?: (queued: number) => void): Promise<StartResult>
  /** A crash test kills the process here. */
  failpoint(at: 'frozen'): void
}

/**
 * Freezes the orders of run requests; lib/desk implements it. Results are JSON for the operator who made the request.
 */
export interface Preparation {
  /**
   * Freezes the orders of a run request and starts their run. Returns the existing result if another process has
   * already started the run.
   */
  prepare(database: Database, request: RunRequestRow, steps: PreparationSteps): Promise<string>
  /** The result of a run request that was not prepared. */
  failure(code: 'storage' | 'crashed' | 'not_taken_in' | 'cancelled'): string
}
