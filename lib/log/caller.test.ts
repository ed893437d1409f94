import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Caller, noteKnownCaller, runAs } from './caller'
import { holdConsole, logFault } from './log'

let lines: string[] = []
const kept = { error: console.error, warn: console.warn }
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    lines.push(String(chunk))
    return true
  })
})
afterEach(() => {
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  Object.assign(console, kept)
})

const stranger = (): Caller => ({ isKnown: false, hasResponse: false })
const fault = () =>
  new Error('ENOENT: no such file /srv/lading/.next/server/app/page.js', {
    cause: new Error('Failed to find C:\\lading\\app.js'),
  })

test('entries of unauthenticated requests are logged without stacks and paths', () => {
  holdConsole()
  runAs(stranger(), () => {
    logFault('a fault', fault())
    console.error('⨯', fault())
    console.error('Failed to handle request for /secret/page?x=1\n    at render (/srv/lading/server.js:1:2)')
  })
  expect(lines).toHaveLength(3)
  const all = lines.join('')
  expect(all).not.toMatch(/srv|server\.js|page\.js|app\.js|secret\/page|"at":\[| at /)
  expect(all).toContain('ENOENT')
})

test('entries of authenticated requests are logged with stack frames', () => {
  runAs(stranger(), () => {
    noteKnownCaller()
    logFault('a fault', fault())
  })
  runAs({ isKnown: true, hasResponse: false }, () => logFault('a fault', fault()))
  logFault('a fault', fault())
  for (const line of lines) expect(JSON.parse(line).error.at.join()).toContain('caller.test')
  expect(lines).toHaveLength(3)
})

test('work after the response to an unauthenticated request counts as the server’s own', () => {
  const caller = stranger()
  runAs(caller, () => {
    caller.hasResponse = true
    logFault('a fault', fault())
  })
  expect(JSON.parse(lines[0] ?? '').error.at.join()).toContain('caller.test')
})

test('unauthenticated requests cause at most twenty lines per minute, and one line with the number of the others', () => {
  const cause = (times: number) =>
    runAs(stranger(), () => {
      for (let time = 0; time < times; time++) logFault('a fault')
    })
  cause(120)
  expect(lines).toHaveLength(20)
  logFault('a fault of our own')
  expect(lines).toHaveLength(21)
  vi.advanceTimersByTime(60_000)
  expect(JSON.parse(lines[21] ?? '')).toMatchObject({ level: 'warn', count: 100 })
  cause(1)
  expect(lines).toHaveLength(23)
})
