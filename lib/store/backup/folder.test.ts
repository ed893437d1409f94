import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeUnfinishedFolder, removeOwnWork } from './folder'

const folder = mkdtempSync(join(tmpdir(), 'lading-folder-'))
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterAll(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('a process touches its unfinished work each minute, and no more what it has finished', async () => {
  const [finished, working] = [await makeUnfinishedFolder(folder), await makeUnfinishedFolder(folder)]
  await removeOwnWork(finished)
  mkdirSync(finished)
  for (const path of [finished, working]) utimesSync(path, 0, 0)
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(statSync(working).mtimeMs).toBeGreaterThan(0))
  expect(statSync(finished).mtimeMs).toBe(0)
  await removeOwnWork(working)
})
