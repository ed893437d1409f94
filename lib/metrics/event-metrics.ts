import 'server-only'
import { Counter, Histogram, type Registry } from 'prom-client'
import { subscribe } from '@/lib/telemetry/events'

/** Upper bounds of durations, in seconds. */
const REQUEST_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const CALL_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const RUN_BUCKETS = [1, 10, 60, 300, 1_800, 7_200]

/**
 * Counts what happens from now on. The values of every label come from lists in the code, so a client cannot
 * create time series.
 */
export function countEvents(registry: Registry): void {
  countRequests(registry)
  countWork(registry)
}

function countRequests(registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'lading_http_requests_total',
    help: 'Requests by method, route and class of the status; status "none" if the client left before there was one.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'lading_http_request_duration_seconds',
    help: 'Duration of requests by route, without live streams.',
    labelNames: ['route'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  subscribe('request', ({ method, route, status, isStream, ms }) => {
    requests.inc({ method, route, status: statusClass(status) })
    if (!isStream) durations.observe({ route }, ms / 1000)
  })
  const refusals = new Counter({
    name: 'lading_http_refusals_total',
    help: 'Requests that were refused before they were read, by reason; too-many: the rate limit of an address.',
    labelNames: ['reason'],
    registers,
  })
  subscribe('refusal', ({ code }) => refusals.inc({ reason: code }))
  const signIns = new Counter({
    name: 'lading_sign_ins_total',
    help: 'Attempts to sign in, by outcome; limited: after too many wrong passwords or codes.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['succeeded', 'failed', 'limited']) signIns.inc({ outcome }, 0)
  subscribe('signIn', ({ outcome }) => signIns.inc({ outcome }))
}

function countWork(registry: Registry): void {
  const registers = [registry]
  const calls = new Counter({
    name: 'lading_service_calls_total',
    help: 'Requests to shipping APIs by path and outcome; ok: a complete response with status 200.',
    labelNames: ['path', 'outcome'],
    registers,
  })
  const callDurations = new Histogram({
    name: 'lading_service_call_duration_seconds',
    help: 'Duration of requests to shipping APIs, from the connection to the last byte.',
    labelNames: ['path'],
    buckets: CALL_BUCKETS,
    registers,
  })
  subscribe('serviceCall', ({ path, outcome, ms }) => {
    calls.inc({ path, outcome })
    callDurations.observe({ path }, ms / 1000)
  })
  const orders = new Counter({
    name: 'lading_orders_total',
    help: 'Orders and products that got a result, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  subscribe('orders', ({ operation, outcome, count }) => orders.inc({ operation, outcome }, count))
  const runs = new Counter({
    name: 'lading_runs_total',
    help: 'Runs that ended or were halted, by kind and state, and by the problem that halted them.',
    labelNames: ['kind', 'state', 'problem'],
    registers,
  })
  const runDurations = new Histogram({
    name: 'lading_run_duration_seconds',
    help: 'Duration of runs that are done.',
    labelNames: ['kind'],
    buckets: RUN_BUCKETS,
    registers,
  })
  subscribe('run', ({ kind, state, problem = '', ms }) => {
    runs.inc({ kind, state, problem })
    if (state === 'done') runDurations.observe({ kind }, ms / 1000)
  })
  const deliveries = new Counter({
    name: 'lading_notification_deliveries_total',
    help: 'Attempts to deliver a notification, by channel and outcome.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  subscribe('delivery', ({ channel, outcome }) => deliveries.inc({ channel, outcome }))
  const lines = new Counter({
    name: 'lading_log_lines_total',
    help: 'Lines of the log by level; error: something went wrong.',
    labelNames: ['level'],
    registers,
  })
  for (const level of ['error', 'warn']) lines.inc({ level }, 0)
  subscribe('logLine', ({ level }) => lines.inc({ level }))
}

const statusClass = (status: number): string => (status === 0 ? 'none' : `${Math.floor(status / 100)}xx`)
