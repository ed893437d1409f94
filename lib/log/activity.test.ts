import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publish, type RequestEvent } from '@/lib/telemetry/events'
import { logRequests, logRuns } from './activity'
import { runAs } from './caller'
import { logFault } from './log'

logRequests()
logRuns()

let lines: string[] = []
beforeEach(() => {
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    lines.push(String(chunk))
    return true
  })
})
afterEach(() => void vi.restoreAllMocks())

const event: RequestEvent = {
  ...{ id: '00ff00ff00ff00ff', method: 'POST', route: '/drafts/[id]/changes', status: 200 },
  ...{ isAborted: false, isStream: false, ms: 12.4, bytes: 300 },
}

test('a request is one line', () => {
  publish('request', event)
  publish('request', { ...event, status: 0, isAborted: true })
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    {
      ...{ level: 'info', event: 'request', request: event.id, method: 'POST' },
      ...{ route: event.route, status: 200, ms: 12, bytes: 300 },
    },
    { status: 0, aborted: true },
  ])
  expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('aborted')
})

test('files, and successful health checks and scrapes, are not logged', () => {
  publish('request', { ...event, route: 'static' })
  publish('request', { ...event, route: '/healthz' })
  publish('request', { ...event, route: '/metrics' })
  expect(lines).toEqual([])
  publish('request', { ...event, route: '/healthz', status: 503 })
  expect(lines).toHaveLength(1)
})

test('a run that ended is one line with its counts', () => {
  const run = { id: '3f0c9a52-58f6-4f0e-9a7e-0b7a3ad3c111', kind: 'register' } as const
  const counts = { REGISTERED: 48, UNKNOWN: 2 }
  publish('run', { ...run, operation: 'orders', state: 'stopped', problem: 'unknown', ms: 1500, counts })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{
      event: 'run',
      run: run.id,
      kind: 'register',
      state: 'stopped',
      problem: 'unknown',
      ms: 1500,
      counts,
    },
  })
})

test('a problem names the request that caused it', () => {
  runAs({ isKnown: true, hasResponse: false, requestId: event.id }, () => logFault('an unexpected error'))
  logFault('an unexpected error')
  expect(lines.map(line => JSON.parse(line).request)).toEqual([event.id, undefined])
})
