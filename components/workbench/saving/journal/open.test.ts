import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { History } from '@/lib/sheet/workbook/acts/history'
import { Journal } from './journal'
import type { JournalKey, UnsentKey } from './log'
import { openWithUnsaved } from './open'

const { readKeys } = vi.hoisted(() => ({ readKeys: vi.fn(async (): Promise<UnsentKey[]> => []) }))

// A browser without unsaved edits, unless a test says otherwise.
vi.mock('./database', () => ({
  within: (prefix: readonly unknown[]) => prefix,
  readAll: async () => [],
  readKeys,
  write: async () => 'written',
}))
beforeEach(() => {
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  readKeys.mockClear()
})

const place: JournalKey = ['draft', 'me']
const edit = (of: JournalKey) =>
  new Journal(
    of,
    { sheet: 'orders/japan', isNew: false },
    { history: new History(), restoreHistory: () => [] },
  )

test('a draft that is opened again is read after its last save, however that ended', async () => {
  const events: string[] = []
  const read = async () => {
    events.push('read')
    return { revision: 2, lines: [] }
  }
  for (const isSaved of [true, false]) {
    let end = () => {}
    const save = new Promise<void>((resolve, reject) => {
      end = () => (isSaved ? resolve() : reject(new Error('No response')))
    })
    void edit(place).close(() => save)
    const opening = openWithUnsaved(place, read)
    events.push(isSaved ? 'saved' : 'failed')
    end()
    await opening
  }
  expect(events).toEqual(['saved', 'read', 'failed', 'read'])
})

test('another draft does not wait for it', async () => {
  void edit(place).close(() => new Promise(() => {}))
  const read = vi.fn(async () => ({ revision: 1, lines: [] }))
  await openWithUnsaved(['other draft', 'me'], read)
  expect(read).toHaveBeenCalledOnce()
})

test('a page that is busy for longer than it waits still finds its unsaved edits', async () => {
  const timers: (() => void)[] = []
  vi.stubGlobal('setTimeout', (run: () => void) => void timers.push(run))
  let respond = () => {}
  readKeys.mockReturnValueOnce(
    new Promise(resolve => {
      respond = () => resolve([['killed draft', 'me', 'killed tab', 1]])
    }),
  )
  const opening = openWithUnsaved(['killed draft', 'me'], async () => ({ revision: 1, lines: [] }))
  await new Promise(resolve => setImmediate(resolve))
  expect(readKeys).toHaveBeenCalledOnce()
  // After a long task all timers are due, and only then the page receives the response of its database.
  for (const run of timers.splice(0)) run()
  await new Promise(resolve => setImmediate(resolve))
  respond()
  expect((await opening).writers).toEqual(['killed tab'])
})
