import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('signals-child.ts', import.meta.url))

test('a server that is told to stop, even twice, lets the request under way end before it leaves', async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', script, '300']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const ready = new Promise<void>(resolve => {
    child.stdout.on('data', chunk => {
      said += chunk
      if (said.includes('ready')) resolve()
    })
  })
  await ready
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(143)
  expect(said).toBe('ready\nwork ended\nserver closed\n')
})
