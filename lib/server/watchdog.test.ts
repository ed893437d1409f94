import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Starts a process that is ended when it is blocked for 1.5 s. */
function start(...[blockedMs, kind]: [blockedMs: number, kind?: 'starved']): {
  output: () => string
  ended: Promise<unknown[]>
} {
  const args = [
    '--conditions=react-server',
    '--import',
    'tsx',
    'testing/server/watchdog-child.ts',
    String(blockedMs),
    ...(kind ? [kind] : []),
  ]
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  child = started
  let output = ''
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  return { output: () => output, ended: once(started, 'close') }
}

test('a blocked server ends, and the log names the blocking function', async () => {
  const { output, ended } = start(60_000)
  expect(await ended).toEqual([null, 'SIGKILL'])
  const entry = JSON.parse(output())
  expect(entry).toMatchObject({ level: 'error', event: 'the event loop was blocked: the process ends' })
  expect(entry.stack.join('\n')).toMatch(/^calculateForLong \(file:.*watchdog-child\.ts:\d+:\d+\)$/m)
})

test('a blocked server ends although its log cannot be written', async () => {
  const { ended } = start(60_000)
  child?.stdout?.destroy()
  child?.stderr?.destroy()
  expect(await ended).toEqual([null, 'SIGKILL'])
})

test('a server that is blocked for a shorter time, or was suspended, continues', async () => {
  const { output } = start(300)
  const turns = () => output().split('turns').length - 1
  await expect.poll(turns).toBeGreaterThan(0)
  child?.kill('SIGSTOP')
  // Longer than the limit; nothing can be polled meanwhile.
  await wait(2_500)
  child?.kill('SIGCONT')
  const before = turns()
  await expect.poll(turns).toBeGreaterThan(before + 8)
  expect(output()).toMatch(/^(turns\n)+$/)
})

test('a server that gets no processor time for longer than the limit continues, but not without end', async () => {
  const late = start(3_000, 'starved')
  await expect.poll(late.output).toContain('turns')
  child?.kill('SIGKILL')
  await late.ended
  expect(await start(60_000, 'starved').ended).toEqual([null, 'SIGKILL'])
})
