import 'server-only'
import type { call, Target } from '@/lib/client/call'
import type { Database } from '@/lib/store/database'
import { PASS_LIFE_MS } from './prepared'

/** A connection opened for sending. */
export interface Door {
  readonly envId: string
  /** In production nothing is registered that a person did not confirm by its count. */
  readonly environment: 'test' | 'production'
  readonly target: Target
  /** Another one when the connection is pointed elsewhere or gets another credential. */
  readonly stamp: string
  /** By which stored credential a request is known later: its kind, last characters and age. */
  readonly keys: Readonly<Record<'bearer' | 'key', string | null>>
  /** Orders of one request, at most. */
  readonly checkSize: number
  readonly registerSize: number
  /** Check requests under way at once, at most. */
  readonly checkParallel: number
}

/** Places where a crash test kills the process (reliability.md §3.4: C1 to C8, C11 to C14). */
export const failpoints = [
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
export type Failpoint = (typeof failpoints)[number]

/** Times and sizes; times in milliseconds. */
export interface Limits {
  /** From SENDING to the last byte of the answer. After it nothing of ours is under way. */
  readonly registerDeadline: number
  readonly checkDeadline: number
  /** Orders and characters of one check request, at most. */
  readonly checkOrders: number
  readonly checkChars: number
  /** Times that a check request is sent before the run stops. */
  readonly tries: number
  /** Times in a row that a check is asked to wait (429) before the run stops. */
  readonly waits: number
  /** Backoff with full jitter: at most `backoff` after the first trouble, doubled each time up to `backoffCap`. */
  readonly backoff: number
  readonly backoffCap: number
  /** How long a check result lets its order be registered. */
  readonly verdictLife: number
  /** Registrations in a row that were proven not executed before the environment pauses. */
  readonly strikes: number
  /** How often a process says that it lives, and after which silence it counts as dead. */
  readonly beat: number
  readonly deadAfter: number
  /** How long an answer may be late beyond its deadline before a living owner's request is given up. */
  readonly grace: number
  /** From when on a request without a response is told about. */
  readonly slowAfter: number
}

/** How long a request goes without a response before that is told. */
export const SLOW_MS = 10_000

export const defaultLimits: Limits = {
  registerDeadline: 120_000,
  checkDeadline: 60_000,
  checkOrders: 200,
  checkChars: 1_000_000,
  tries: 3,
  waits: 10,
  backoff: 500,
  backoffCap: 8_000,
  verdictLife: PASS_LIFE_MS,
  strikes: 3,
  beat: 2_000,
  deadAfter: 20_000,
  grace: 30_000,
  slowAfter: SLOW_MS,
}

/** What the runner needs from outside. */
export interface Ports {
  readonly database: Database
  /** The connection as it is now; undefined when it is gone. */
  openDoor(connectionId: string): Promise<Door | undefined>
  readonly call: typeof call
  readonly limits: Limits
  /** Unique to this start of this process. */
  readonly bootId: string
  readonly host: string
  readonly pid: number
  /** Runs whose orders this process takes in now. */
  readonly preparing: Set<string>
  /** Milliseconds since the epoch. */
  now(): number
  /** Aborted when the process is to end: runs then stand still before their next request. */
  readonly closing: AbortController
  /** Ends early, without an error, when `closing` is aborted. */
  sleep(ms: number): Promise<void>
  fail(at: Failpoint): void
  /** Told of an exception that made a run wait: a bug or the storage. */
  report(error: unknown): void
}

/** A time as the tables keep it. */
export const iso = (ms: number): string => new Date(ms).toISOString()

/** Milliseconds to wait after the `count`-th trouble in a row (from 1): full jitter. */
export function backoff({ backoff: first, backoffCap }: Limits, count: number): number {
  return Math.random() * Math.min(first * 2 ** (count - 1), backoffCap)
}
