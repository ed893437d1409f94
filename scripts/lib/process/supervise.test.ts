import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let supervisor: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-supervise-'))
  appendFileSync(join(folder, 'starts'), '')
})
afterEach(() => {
  supervisor?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** The process ids of the servers that were started, oldest first. */
const servers = () => readFileSync(join(folder, 'starts'), 'utf8').split('\n').filter(Boolean).map(Number)

/** Runs `server`, a script that knows the number of earlier starts, under a supervisor with short times. */
function supervise(server: string): { ended: Promise<unknown>; output: () => string } {
  const script = `
    const fs = require('node:fs')
    const before = fs.readFileSync(process.env.STARTS, 'utf8').split('\\n').length - 1
    fs.appendFileSync(process.env.STARTS, process.pid + '\\n')
    const ready = () => fs.writeFileSync(process.env.READY, String(process.pid))
    setInterval(() => {}, 1000)
    ${server}`
  const driver = `
    import fs from 'node:fs'
    import { supervise } from ${JSON.stringify(new URL('./supervise.mjs', import.meta.url).href)}
    process.exit(await supervise({
      args: ['--import', ${JSON.stringify(new URL('./die-with-parent.mjs', import.meta.url).href)}, '-e', process.env.SCRIPT],
      cwd: process.cwd(),
      env: isRestart => ({ ...process.env, IS_RESTART: String(isRestart) }),
      isResponding: async () => fs.existsSync(process.env.READY),
      onReady: () => {
        fs.rmSync(process.env.READY)
        console.log('ready')
      },
    }, { firstDelay: 5, longestDelay: 20, starts: 3, longestStop: 1000 }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', driver], {
    env: {
      ...process.env,
      LC_ALL: 'C',
      SCRIPT: script,
      STARTS: join(folder, 'starts'),
      READY: join(folder, 'ready'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  supervisor = child
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  return { ended: once(child, 'close').then(([code]) => code), output: () => output }
}

const isRunning = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a killed server is started again, as a restart', async () => {
  const { output } = supervise('console.log("restart: " + process.env.IS_RESTART); ready()')
  await expect.poll(output).toMatch(/restart: false\nready/)
  process.kill(servers()[0] ?? 0, 'SIGKILL')
  await expect.poll(output).toMatch(/\(SIGKILL\)\. Restarting …\nrestart: true\nready/)
  expect(servers()).toHaveLength(2)
})

test('a supervisor whose output has no reader any more starts a killed server again', async () => {
  const { output } = supervise('ready()')
  await expect.poll(output).toContain('ready')
  supervisor?.stdout?.destroy()
  supervisor?.stderr?.destroy()
  process.kill(servers()[0] ?? 0, 'SIGKILL')
  await expect.poll(servers).toHaveLength(2)
  process.kill(servers()[1] ?? 0, 'SIGKILL')
  await expect.poll(servers).toHaveLength(3)
})

test('a server that ends before its first response is not started again, and its exit code is that of npm start', async () => {
  const { ended } = supervise('process.exit(7)')
  expect(await ended).toBe(7)
  expect(servers()).toHaveLength(1)
})

test('a server that responded once and then fails to start is given up after some tries', async () => {
  const { ended, output } = supervise(
    `if (before > 0) process.exit(4)
    ready()
    // The supervisor removes the file once it has seen it.
    setInterval(() => fs.existsSync(process.env.READY) || process.exit(3), 10)`,
  )
  expect(await ended).toBe(4)
  expect(servers()).toHaveLength(4)
  expect(output()).toContain('(exit code 3). Restarting …')
  expect(output()).toContain('failed to start 3 times in a row')
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the server and gives its exit code', async signal => {
  const { ended, output } = supervise(`process.on('${signal}', () => process.exit(42)); ready()`)
  await expect.poll(output).toContain('ready')
  supervisor?.kill(signal)
  expect(await ended).toBe(42)
  expect(servers()).toHaveLength(1)
})

test('a server that does not end is killed, as one whose exit waits for a network folder', async () => {
  const { ended, output } = supervise(`process.on('SIGTERM', () => {}); ready()`)
  await expect.poll(output).toContain('ready')
  supervisor?.kill('SIGTERM')
  expect(await ended).toBe(143)
  expect(servers()).toHaveLength(1)
  expect(isRunning(servers()[0])).toBe(false)
})

test('a server does not outlive its supervisor, however the supervisor ends', async () => {
  const { ended, output } = supervise('ready()')
  await expect.poll(output).toContain('ready')
  supervisor?.kill('SIGKILL')
  await ended
  await expect.poll(() => isRunning(servers()[0])).toBe(false)
})
