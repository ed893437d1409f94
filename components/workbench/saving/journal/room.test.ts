import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Patch } from '@/lib/sheet/draft/draft'
import { History, type UndoStep } from '@/lib/sheet/workbook/acts/history'
import { Journal } from './journal'
import type { JournalKey } from './log'
import { prune } from './room'

type Key = readonly (string | number)[]
interface Range {
  readonly prefix: Key
  readonly last: number | undefined
}

/** The browser's database in memory, which grants so much space: the cells of patches, of about 60 bytes each. */
const database = vi.hoisted(() => ({
  rows: new Map<string, { readonly store: string; readonly key: Key; readonly value: unknown }>(),
  maxCells: Number.POSITIVE_INFINITY,
  isRefused: false,
}))

vi.mock('./database', () => {
  const isWithin = (key: Key, { prefix, last }: Range) =>
    prefix.every((part, i) => key[i] === part) && (last === undefined || Number(key[prefix.length]) <= last)
  const find = (store: string, range?: Range) =>
    [...database.rows.values()].filter(row => row.store === store && (!range || isWithin(row.key, range)))
  const nameOf = (store: string, key: Key) => JSON.stringify([store, key])
  const cells = () => find('parts').reduce((sum, { value }) => sum + (value as Patch).changes.length, 0)
  return {
    storeNames: ['drafts', 'log', 'parts', 'unsent'],
    within: (prefix: Key, last?: number) => ({ prefix, last }),
    readAll: async (store: string, range?: Range) => find(store, range).map(({ value }) => value),
    readKeys: async (store: string, range?: Range) => find(store, range).map(({ key }) => key),
    write: async (act: (store: (name: string) => unknown) => void) => {
      if (database.isRefused) return 'failed'
      const before = new Map(database.rows)
      act(store => ({
        put: (value: unknown, key: Key) => database.rows.set(nameOf(store, key), { store, key, value }),
        delete: (gone: Key | Range) => {
          const found = 'prefix' in gone ? find(store, gone) : [{ key: gone }]
          for (const { key } of found) database.rows.delete(nameOf(store, key))
        },
      }))
      if (cells() <= database.maxCells) return 'written'
      database.rows = before
      return 'full'
    },
  }
})
beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'hidden', hidden: true })
  vi.stubGlobal('navigator', {})
  database.rows.clear()
  database.maxCells = Number.POSITIVE_INFINITY
  database.isRefused = false
})
afterEach(() => vi.unstubAllGlobals())

/** An act that wrote ten cells. */
const typed = (text: string): UndoStep => ({
  patch: {
    changes: Array.from({ length: 10 }, (_, i) => ({
      line: `L${i}`,
      before: { name: '' },
      after: { name: text },
    })),
    inserted: [],
    removed: [],
  },
  at: null,
})

/** A page with a draft open. */
function open(draft: string) {
  const full = vi.fn()
  const journal = new Journal(
    [draft, 'me'],
    { sheet: 'orders/japan', isNew: false },
    { history: new History(), restoreHistory: () => [], onFull: full },
  )
  return { journal, full }
}

/** Drafts with the texts in their journals, and with those that the server may not have. */
function kept() {
  const rows = [...database.rows.values()]
  const unsent = new Set(rows.filter(({ store }) => store === 'unsent').map(({ key }) => key.at(-1)))
  return rows
    .filter(({ store }) => store === 'parts')
    .map(({ key, value }) => {
      const text = (value as Patch).changes[0]?.after.name
      return `${key[0]}: ${text}${unsent.has(key[2] ?? 0) ? ' (unsent)' : ''}`
    })
    .sort()
}

/** Two earlier pages: the server has the edits of `sent`, and not those of `unsent`. */
async function earlierPages(): Promise<void> {
  const [sent, unsent] = [open('sent'), open('unsent')]
  sent.journal.act(typed('a'), [])
  sent.journal.saved()
  unsent.journal.act(typed('b'), [])
  await Promise.all([sent.journal.close(), unsent.journal.close()])
}

test('a full browser erases the journals of saved drafts, and keeps unsaved edits of other drafts', async () => {
  await earlierPages()
  database.maxCells = 25
  const { journal, full } = open('new')
  journal.act(typed('c'), [])
  await journal.close()
  expect(kept()).toEqual(['new: c (unsent)', 'unsent: b (unsent)'])
  expect(full).not.toHaveBeenCalled()
})

test('when the browser is full of unsaved edits, acts that the server has make room before the journal stops', async () => {
  await earlierPages()
  database.maxCells = 25
  const { journal, full } = open('new')
  journal.act(typed('c'), [])
  journal.saved()
  journal.act(typed('d'), [])
  await journal.close()
  expect(kept()).toEqual(['new: d (unsent)', 'unsent: b (unsent)'])
  expect(full).not.toHaveBeenCalled()
  journal.act(typed('e'), [])
  journal.act(typed('f'), [])
  await journal.close()
  expect(kept()).toEqual(['new: d (unsent)', 'unsent: b (unsent)'])
  expect(full).toHaveBeenCalledTimes(1)
})

test('a journal that stopped does not bring edits back that were saved, and changed since', async () => {
  const { journal, full } = open('new')
  journal.act(typed('c'), [])
  await journal.close()
  database.maxCells = 15
  journal.act(typed('d'), [])
  await journal.close()
  expect([kept(), full.mock.calls.length]).toEqual([['new: c (unsent)'], 1])
  journal.saved()
  await journal.close()
  expect(kept()).toEqual(['new: c'])
})

test('a page knows that the browser did not keep its edits, until the server has them', async () => {
  const { journal } = open('private window')
  journal.act(typed('a'), [])
  await journal.close()
  expect(journal.isComplete).toBe(true)
  database.isRefused = true
  journal.act(typed('b'), [])
  await journal.close()
  expect(journal.isComplete).toBe(false)
  database.isRefused = false
  journal.act(typed('c'), [])
  await journal.close()
  expect(journal.isComplete).toBe(false)
  journal.saved()
  await journal.close()
  expect(journal.isComplete).toBe(true)
})

test('a journal that stopped keeps no edits from then on, also once the server has the earlier ones', async () => {
  database.maxCells = 5
  const { journal } = open('full')
  journal.act(typed('a'), [])
  await journal.close()
  journal.saved()
  await journal.close()
  expect(journal.isComplete).toBe(false)
})

test('the limit for all drafts spares unsaved edits; age and another operator do not', async () => {
  const day = 24 * 60 * 60 * 1000
  const add = (place: JournalKey, touched: number, isUnsent: boolean) => {
    const row = (store: string, key: Key, value: unknown) =>
      database.rows.set(JSON.stringify([store, key]), { store, key, value })
    row('drafts', place, { place, sheet: 'orders/japan', isNew: false, size: 60 * 1024 * 1024, touched })
    if (isUnsent) row('unsent', [...place, 'a page', 1], 1)
  }
  add(['current', 'me'], 40 * day, false)
  add(['yesterday', 'me'], 39 * day, false)
  add(['last week', 'me'], 33 * day, false)
  add(['unsaved', 'me'], 32 * day, true)
  add(['unsaved and old', 'me'], 9 * day, true)
  add(['of a colleague', 'you'], 39 * day, true)
  await prune(['current', 'me'], 40 * day)
  const drafts = [...database.rows.values()]
    .filter(({ store }) => store === 'drafts')
    .map(({ key }) => key[0])
  expect(drafts).toEqual(['current', 'yesterday', 'unsaved'])
})
