import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { publish } from '@/lib/telemetry/events'
import { serveMetrics } from './exposition'
import { LoopDelay } from './loop-delay'
import { MeasurementCache, type Measurements } from './measurements'
import { createRegistry } from './metrics'

const facts = { version: '1.2.3', engine: 'SQLite 3.53.4', dataDir: tmpdir(), diskFloor: 200 }

const measurements: Measurements = {
  unconfirmed: new Map([['production', 3]]),
  queued: new Map(),
  activeRuns: new Map([['register', 1]]),
  haltedRuns: [
    { kind: 'check', state: 'stopped' },
    { kind: 'check', state: 'stopped' },
  ],
  credentials: { expires: 1, expired: 0, failed: 2 },
  nextExpiry: 1_800_000_000,
  waitingDeliveries: 4,
  lastBackup: 1_795_000_000,
  hasBackupFailed: true,
  isBackupLate: false,
  isInboxFailing: true,
  databaseBytes: 4096,
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The value of a sample; undefined if there is none. */
const valueIn = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find(one => one.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

test('a scrape shows the numbers of the workspace, with 0 for what does not occur', async () => {
  const text = await createRegistry(facts, async () => measurements).metrics()
  expect(valueIn(text, 'lading_unconfirmed_orders{environment="production"}')).toBe(3)
  expect(valueIn(text, 'lading_unconfirmed_orders{environment="sandbox"}')).toBe(0)
  expect(valueIn(text, 'lading_halted_runs{kind="check",state="stopped"}')).toBe(2)
  expect(valueIn(text, 'lading_halted_runs{kind="register",state="paused"}')).toBe(0)
  expect(valueIn(text, 'lading_connection_credentials{state="failed"}')).toBe(2)
  expect(valueIn(text, 'lading_connection_next_expiry_timestamp_seconds')).toBe(1_800_000_000)
  expect(valueIn(text, 'lading_waiting_notifications')).toBe(4)
  expect(valueIn(text, 'lading_last_backup_timestamp_seconds')).toBe(1_795_000_000)
  expect(valueIn(text, 'lading_backup_failed')).toBe(1)
  expect(valueIn(text, 'lading_inbox_failing')).toBe(1)
  expect(valueIn(text, 'lading_measurements_up')).toBe(1)
  expect(valueIn(text, 'lading_disk_floor_bytes')).toBe(200)
  expect(valueIn(text, 'lading_disk_free_bytes')).toBeGreaterThan(0)
  expect(text).toContain('database="SQLite 3.53.4"')
})

test('a database that cannot be read leaves gaps, and says so', async () => {
  const registry = createRegistry(facts, async () => {
    throw new Error('the database is gone')
  })
  const text = await registry.metrics()
  expect(valueIn(text, 'lading_measurements_up')).toBe(0)
  expect(text).not.toMatch(/^lading_(unconfirmed_orders|waiting_notifications|database_bytes)\b/m)
  expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('events are counted under labels that come from the code', async () => {
  const registry = createRegistry(facts, async () => measurements)
  const request = {
    id: '0',
    method: 'GET',
    route: '/history/runs/[id]',
    status: 200,
    isAborted: false,
    bytes: 9,
  }
  publish('request', { ...request, isStream: false, ms: 40 })
  publish('request', { ...request, status: 0, isStream: false, ms: 40 })
  publish('request', { ...request, route: '/drafts/[id]/live', isStream: true, ms: 600_000 })
  publish('orders', { operation: 'registerJapanOrders', outcome: 'registered', count: 50 })
  publish('signIn', { outcome: 'limited' })
  const run = { id: 'r', operation: 'registerJapanOrders', kind: 'register', counts: {} } as const
  publish('run', { ...run, state: 'stopped', problem: 'credential', ms: 10 })
  const text = await registry.metrics()
  const route = 'route="/history/runs/[id]"'
  expect(valueIn(text, `lading_http_requests_total{method="GET",${route},status="2xx"}`)).toBe(1)
  expect(valueIn(text, `lading_http_requests_total{method="GET",${route},status="none"}`)).toBe(1)
  expect(valueIn(text, `lading_http_request_duration_seconds_bucket{le="0.05",${route}}`)).toBe(2)
  expect(text).not.toContain('duration_seconds_count{route="/drafts/[id]/live"}')
  expect(valueIn(text, 'lading_orders_total{operation="registerJapanOrders",outcome="registered"}')).toBe(50)
  expect(valueIn(text, 'lading_sign_ins_total{outcome="limited"}')).toBe(1)
  expect(valueIn(text, 'lading_runs_total{kind="register",state="stopped",problem="credential"}')).toBe(1)
})

test('many scrapes query the database once in ten seconds', async () => {
  let [now, readings] = [0, 0]
  const read = async () => {
    readings++
    return measurements
  }
  const cache = new MeasurementCache(
    read,
    () => {},
    () => now,
  )
  await Promise.all([cache.get(), cache.get(), cache.get()])
  now = 9_999
  await cache.get()
  expect(readings).toBe(1)
  now = 10_000
  await cache.get()
  expect(readings).toBe(2)
})

test('the longest delay of the event loop is shown for a minute', () => {
  let now = 0
  const delay = new LoopDelay(() => now)
  const runUntil = (end: number) => {
    for (; now < end; now += 50) delay.tick()
  }
  runUntil(1_000)
  now += 700
  runUntil(30_000)
  expect(delay.maxSeconds).toBeCloseTo(0.7, 1)
  runUntil(58_000)
  expect(delay.maxSeconds).toBeCloseTo(0.7, 1)
  runUntil(80_000)
  expect(delay.maxSeconds).toBeLessThan(0.1)
})

test('the address for metrics shows nothing else, and asks for the token', async () => {
  const source = createRegistry(facts, async () => measurements)
  const server = await serveMetrics(source, { host: '127.0.0.1', port: 0, token: 'a-long-enough-token' })
  closing.push(() => server.close())
  const ask = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init)
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(405)
  for (const authorization of ['', 'Bearer wrong', 'Basic a-long-enough-token', 'Bearer'])
    expect((await ask('/metrics', { headers: { authorization } })).status).toBe(401)
  const shown = await ask('/metrics', { headers: { authorization: 'Bearer a-long-enough-token' } })
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toContain('version=0.0.4')
  expect(await shown.text()).toContain('lading_build_info{')
})
