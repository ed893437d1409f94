import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A process with the listener that Next has, which logs and lives on, and with ours; `then` is what happens in it. */
const end = (then: string) =>
  promisify(execFile)(process.execPath, [
    '--conditions=react-server',
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    `import { endOnException } from './lib/ledger/last-resort.ts'
      process.on('uncaughtException', async () => {})
      setInterval(() => {}, 1000)
      ${then}`,
  ])

const logged = '"level":"error","event":"an exception that nobody caught: the server ends","error":{"kind":'

test('an exception that nobody caught is logged, and ends the server with a failure when its work has ended', async () => {
  const ends = [
    end(`endOnException(async () => console.log('closed'))
      setImmediate(() => { throw new RangeError('Bearer abcdefghijklmnop') })`),
    end(`endOnException(() => new Promise(() => {}))
      setImmediate(() => { throw new RangeError('once') })
      setImmediate(() => { throw new TypeError('twice') })`),
  ]
  const [first, second] = await Promise.allSettled(ends)
  expect(first).toMatchObject({ reason: { code: 1, stdout: 'closed\n' } })
  expect(first).toMatchObject({ reason: { stderr: expect.stringContaining(`${logged}"RangeError"`) } })
  expect(first).not.toMatchObject({ reason: { stderr: expect.stringContaining('abcdefghijklmnop') } })
  expect(second).toMatchObject({
    reason: { code: 1, stderr: expect.stringContaining(`${logged}"TypeError"`) },
  })
})
