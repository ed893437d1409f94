import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { History, type UndoStep } from '@/lib/sheet/workbook/history'
import { Journal } from './journal'

const { done } = vi.hoisted(() => ({ done: [] as string[] }))

// The written entries are listed: e2e/drafts/journal.spec.ts tests the browser's database.
vi.mock('./database', () => ({
  within: (prefix: readonly unknown[]) => prefix,
  readAll: async () => [],
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
})
afterEach(() => vi.unstubAllGlobals())

const step = (before: string, after: string): UndoStep => ({
  patch: {
    changes: [{ line: 'a', before: { name: before }, after: { name: after } }],
    inserted: [],
    removed: [],
  },
  at: null,
})

test('an undone act is kept until its undo is saved, although it cannot be redone after another act', async () => {
  const journal = new Journal(
    ['draft', 'me'],
    { sheet: 'orders/japan', isNew: false },
    new History(),
    [],
    () => [],
  )
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
