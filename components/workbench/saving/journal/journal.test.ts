import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { History, type UndoStep } from '@/lib/sheet/workbook/acts/history'
import { Journal } from './journal'

const { done, unsent } = vi.hoisted(() => ({ done: [] as string[], unsent: [] as unknown[] }))

// The written entries are listed: e2e/drafts/journal.spec.ts tests the browser's database.
vi.mock('./database', () => ({
  within: (prefix: readonly unknown[]) => prefix,
  readAll: async () => [],
  readKeys: async () => unsent,
  write: async (act: (store: (name: string) => unknown) => void) => {
    act(name => ({
      put: (value: { kind?: string }) => done.push(`put ${name} ${value?.kind ?? ''}`.trim()),
      delete: () => done.push(`delete ${name}`),
    }))
    return 'written'
  },
}))
beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'hidden', hidden: true })
  vi.stubGlobal('navigator', {})
  done.length = 0
  unsent.length = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const step = (before: string, after: string): UndoStep => ({
  patch: {
    changes: [{ line: 'a', before: { name: before }, after: { name: after } }],
    inserted: [],
    removed: [],
  },
  at: null,
})

const open = () =>
  new Journal(['draft', 'me'], { sheet: 'orders/japan', isNew: false }, new History(), [], () => [])

test('an undone act is kept until its undo is saved, although it cannot be redone after another act', async () => {
  const journal = open()
  const first = step('', 'x')
  journal.act(first, [])
  journal.saved()
  journal.move(first, 'undo')
  journal.act(step('', 'y'), [first])
  await vi.waitFor(() => expect(done.filter(what => what === 'put log act')).toHaveLength(2))
  await journal.close()
  expect(done).not.toContain('delete log')
  journal.saved()
  await journal.close()
  expect(done).toContain('delete log')
})

test('an undone act that another tab of the operator has not saved yet is kept for that tab', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const journal = open()
  const first = step('', 'x')
  journal.act(first, [])
  unsent.push(['draft', 'me', 'another tab', 1000])
  journal.saved()
  journal.move(first, 'undo')
  journal.act(step('', 'y'), [first])
  journal.saved()
  await journal.close()
  expect(done.filter(what => what === 'put log act')).toHaveLength(2)
  expect(done).not.toContain('delete log')
})
