import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processorSeconds } from './processor-time'

/** Works for half a second of processor time, says so, and ends when its input ends. */
const busy = `
  while (process.cpuUsage().user < 500_000);
  console.log('worked')
  process.stdin.resume()`

test.runIf(process.platform === 'linux')(
  'the processor time of a process includes children that run and children that have ended',
  async () => {
    const before = processorSeconds(process.pid)
    const child = spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(processorSeconds(child.pid ?? 0)).toBeGreaterThan(0.4)
    expect(processorSeconds(process.pid) - before).toBeGreaterThan(0.4)
    child.stdin.end()
    await once(child, 'exit')
    expect(processorSeconds(child.pid ?? 0)).toBe(0)
    expect(processorSeconds(process.pid) - before).toBeGreaterThan(0.4)
  },
)
