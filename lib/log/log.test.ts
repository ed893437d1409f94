import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdConsole, logFault, newFaultId } from './log'
import { redact } from './redact'

const CANARIES = [
  '山田 太郎',
  'Dana Miller',
  'KIM MINSU',
  '090-1234-5678',
  '+82 10 1234 5678',
  'P123456789012',
  'taro@example.jp',
  'パークビル 4F',
  'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhIn0.c2ln',
  'lading_test_8f3a2bQ9ZkLmN0pRsTuVwXyZ12345678',
]

const payload = JSON.stringify({ recipient: { name: '山田 太郎', contact: '090-1234-5678' }, price: 1 })

let lines: string[] = []
const kept = { error: console.error, warn: console.warn }
beforeEach(() => {
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    lines.push(String(chunk))
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(console, kept)
})

test.each(CANARIES)('sent data does not get into the log, wherever an error contains it: %s', canary => {
  const errors = [
    new Error(`no such order for ${canary}`),
    new Error(canary),
    new Error('outer', { cause: new Error(`inner ${payload} ${canary}`) }),
    new AggregateError([new Error(`Key (name)=(${canary}) exists`)], 'several'),
    Object.assign(new Error('x'), { name: canary, code: canary }),
    canary,
    { recipient: canary },
    new SyntaxError(`Unexpected token 'x', "${canary}" is not valid JSON`),
  ]
  for (const error of errors) logFault('a test', error, { detail: `of ${canary}` })
  holdConsole()
  for (const error of errors) console.error('⨯', error, `and ${canary}`, { name: canary })
  console.warn('%s was refused', canary)
  expect(lines).toHaveLength(errors.length * 2 + 1)
  expect(lines.join('')).not.toContain(canary)
})

test('an entry is always one line, with kind, code and stack frames', () => {
  const error = Object.assign(
    new Error('connect ECONNREFUSED\r\n{"at":"forged"}\n    at forged (x.ts:1:1)'),
    {
      code: 'ECONNREFUSED',
    },
  )
  logFault('a run waits', error, { run: '3f0c9a52-58f6-4f0e-9a7e-0b7a3ad3c111' })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.indexOf('\n')).toBe((lines[0]?.length ?? 0) - 1)
  expect(JSON.parse(lines[0] ?? '').error.at.join()).not.toContain('forged')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    event: 'a run waits',
    run: '3f0c9a52-58f6-4f0e-9a7e-0b7a3ad3c111',
    error: {
      kind: 'Error',
      code: 'ECONNREFUSED',
      at: expect.arrayContaining([expect.stringContaining('log.test')]),
    },
  })
})

test('texts without personal data stay readable', () => {
  for (const sentence of [
    'connect ECONNREFUSED 127.0.0.1:9900',
    'database is locked',
    'SQLITE_FULL: database or disk is full',
    'SQLite 3.53.4 on Node 20.20.2',
    'attempt 3f0c9a52-58f6-4f0e-9a7e-0b7a3ad3c111 does not hold its orders',
  ])
    expect(redact(sentence)).toBe(sentence)
})

test('an id of a fault is never redacted, so that it is found in the log', () => {
  for (let i = 0; i < 1000; i++) {
    const id = newFaultId()
    expect(id).toMatch(/^[a-z]{8}$/)
    expect(redact(id)).toBe(id)
  }
})

test('secrets are redacted under any name and in any form', () => {
  expect(redact('Authorization: Bearer abc.def')).not.toContain('abc')
  expect(redact('postgres://lading:s3cret@db:5432/lading')).toBe('postgres://[secret]@db:5432/lading')
  expect(redact('secretKey=abc123, next')).toBe('secretKey=[secret], next')
})

test.each(['{', '"', "'a", '[":', 'A b', '1 ', 'é', 'Aa ', '@a.', 'a1'])(
  'a long text of %s is redacted within the time of a test',
  piece => {
    expect(redact(piece.repeat(500_000)).length).toBeLessThanOrEqual(500_000 * piece.length)
  },
)

test('a process whose log has no reader any more works on', async () => {
  const child = spawn(
    process.execPath,
    [
      ...['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e'],
      `import { logFault, outliveOutput } from './lib/log/log.ts'
        outliveOutput()
        process.once('message', () => {
          logFault('lost')
          process.stderr.write('lost, too', () => setImmediate(() => process.exit(7)))
        })
        process.send('ready')`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  )
  await once(child, 'message')
  child.stderr?.destroy()
  child.send('log')
  expect(await once(child, 'exit')).toEqual([7, null])
})
