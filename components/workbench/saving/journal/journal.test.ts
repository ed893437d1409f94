import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Patch } from '@/lib/sheet/draft/draft'
import { History, type UndoStep } from '@/lib/sheet/workbook/acts/history'
import { Journal } from './journal'

const { done, unsent, parts } = vi.hoisted(() => ({
  done: [] as string[],
  unsent: [] as unknown[],
  /** The patches that were written, by the numbers of their acts. */
  parts: new Map<number, Patch>(),
}))

// The written entries are listed: e2e/drafts/journal.spec.ts tests the browser's database.
vi.mock('./database', () => ({
  within: (prefix: readonly unknown[]) => prefix,
  readAll: async () => [],
  readKeys: async () => unsent,
  write: async (act: (store: (name: string) => unknown) => void) => {
    act(name => ({
      put: (value: { kind?: string } & Patch, key: readonly [string, string, number]) => {
        done.push(`put ${name} ${value?.kind ?? ''}`.trim())
        if (name === 'parts') parts.set(key[2], value)
      },
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
  parts.clear()
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
  new Journal(
    ['draft', 'me'],
    { sheet: 'orders/japan', isNew: false },
    { history: new History(), restoreHistory: () => [] },
  )

test('an undone act is kept until its undo is saved, although it cannot be redone after another act', async () => {
  const journal = open()
  const first = step('', 'x')
  journal.act(first, [])
  journal.saved()
  journal.move(first, 'undo')
  journal.act(step('', 'y'), [first])
  await expect.poll(() => done.filter(what => what === 'put log act')).toHaveLength(2)
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

test('an act that ends after those that followed it meanwhile is written below them', async () => {
  const journal = open()
  const place = { recorded: 1 }
  journal.act(step('', 'before'), [])
  journal.reserve(place)
  journal.act(step('', 'meanwhile'), [])
  journal.act(step('', 'import'), [], place)
  journal.act(step('', 'after'), [])
  await journal.close()
  const texts = [...parts].sort(([a], [b]) => a - b).map(([, { changes }]) => changes[0]?.after.name)
  expect(texts).toEqual(['before', 'import', 'meanwhile', 'after'])
})

test('edits are written in the same task while the operator leaves the page, without a paint', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('document', { visibilityState: 'visible', hidden: false })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => {})
  const count = () => done.filter(what => what === 'put log act').length
  /** Ends a task: only promises that are settled run before it. */
  const task = () => new Promise(resolve => setTimeout(resolve))
  const journal = open()
  journal.act(step('', 'x'), [])
  await task()
  expect(count()).toBe(0)
  journal.leave()
  for (let i = 0; i < 20; i++) await Promise.resolve()
  expect(count()).toBe(1)
  journal.act(step('', 'y'), [])
  for (let i = 0; i < 20; i++) await Promise.resolve()
  expect(count()).toBe(2)
  // The operator stays after all.
  await task()
  journal.act(step('', 'z'), [])
  await task()
  expect(count()).toBe(2)
  vi.useRealTimers()
})

test('edits are written although the frames of a busy machine are late', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible', hidden: false })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const journal = open()
  journal.act(step('', 'x'), [])
  expect(done).toEqual([])
  await expect.poll(() => done).toContain('put log act')
})
