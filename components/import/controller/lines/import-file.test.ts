import { expect, test } from 'vitest'
import { WorkerGone } from '@/components/import/controller/files/open-file'
import { writeCells } from '@/lib/sheet/acts/cells'
import { mergeOrders } from '@/lib/sheet/acts/merge-orders'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { type ImportOptions, importLines, type LineSource } from './import-file'

const NUMBER = 'orderInfo.mallOrderNumber'

const texts = (file: string, rows: number, spelling = 'N'): Texts[] =>
  Array.from({ length: rows }, (_, i) => ({
    [NUMBER]: `${spelling}${i + 1}`,
    '[].$source': `${file}:0:${i + 2}`,
  }))

function from(lines: readonly Texts[]): LineSource {
  let at = 0
  return {
    expected: lines.length,
    nextLines: async most => {
      const some = lines.slice(at, at + most)
      at += some.length
      return { lines: some, isLast: at >= lines.length }
    },
  }
}

function open() {
  const workbook = new Workbook(sheets['orders/japan'], [{ id: 'typed', rank: 1, texts: { [NUMBER]: 'T' } }])
  let made = 0
  const progress: number[] = []
  const options: ImportOptions = {
    newId: () => `L${++made}`,
    onProgress: done => progress.push(done),
    signal: new AbortController().signal,
  }
  const numbers = () => workbook.draft.order.map(line => workbook.text({ line, column: NUMBER }))
  return { workbook, options, numbers, progress }
}

test('imported lines come below the lines of the sheet, and one undo removes them', async () => {
  const { workbook, options, numbers, progress } = open()
  const result = await importLines(workbook, from(texts('a', 300)), options)
  expect(result).toMatchObject({ firstLine: 'L1', lines: 300, lockedLines: 0, step: workbook.history.newest })
  expect(numbers().slice(0, 3)).toEqual(['T', 'N1', 'N2'])
  expect(numbers()).toHaveLength(301)
  expect(progress.at(-1)).toBe(1)
  workbook.undo()
  expect(numbers()).toEqual(['T'])
})

test('a file that is read another way replaces its own lines in place, and no others', async () => {
  const { workbook, options, numbers } = open()
  await importLines(workbook, from(texts('a', 3)), options)
  await importLines(workbook, from(texts('b', 1, 'B')), options)
  await importLines(workbook, from(texts('a', 5, 'again ')), { ...options, replacedFile: 'a' })
  expect(numbers()).toEqual(['T', 'again 1', 'again 2', 'again 3', 'again 4', 'again 5', 'B1'])
  workbook.undo()
  expect(numbers()).toEqual(['T', 'N1', 'N2', 'N3', 'B1'])
  workbook.redo()
  await importLines(workbook, from(texts('a', 1, 'short ')), { ...options, replacedFile: 'a' })
  expect(numbers()).toEqual(['T', 'short 1', 'B1'])
})

const registered = (mallOrderNumber: string, line: string): OrderOutcome => ({
  mallOrderNumber,
  lineIds: [line],
  state: 'registered',
  checkedAt: '2026-11-21T00:00:00.000Z',
  fingerprint: '',
  failures: [],
  position: 0,
  orderId: '1',
})

test('lines that are registered or edited while a file is read another way are not lost', async () => {
  const { workbook, options, numbers } = open()
  await importLines(workbook, from(texts('a', 500)), options)
  const reading = importLines(workbook, from(texts('a', 500, 'again ')), {
    ...options,
    replacedFile: 'a',
  })
  workbook.serverFacts.addOutcomes([registered('N450', 'L450')])
  writeCells(workbook, { ids: [] }, new Map([['L460', { [NUMBER]: 'typed' }]]), null)
  expect(await reading).toMatchObject({ lines: 499, lockedLines: 1 })
  expect(numbers().filter(number => number === 'N450' || number === 'again 450')).toEqual(['N450'])
  workbook.undo()
  expect(numbers()).toHaveLength(501)
  expect(numbers()).toContain('typed')
})

test('a registered line stays as it was read first, and is not imported a second time', async () => {
  const { workbook, options, numbers } = open()
  await importLines(workbook, from(texts('a', 2)), options)
  workbook.serverFacts.addOutcomes([registered('N1', 'L1')])
  const result = await importLines(workbook, from(texts('a', 2, 'again ')), {
    ...options,
    replacedFile: 'a',
  })
  expect(result).toMatchObject({ lines: 1, lockedLines: 1 })
  expect(numbers()).toEqual(['T', 'N1', 'again 2'])
})

test('a cancelled import leaves nothing behind', async () => {
  const { workbook, options, numbers } = open()
  const all = from(texts('a', 3000))
  const cancelled = new AbortController()
  const cancelling: LineSource = {
    expected: 3000,
    nextLines: async limit => {
      const chunk = await all.nextLines(limit)
      if (numbers().length > 1) cancelled.abort()
      return chunk
    },
  }
  const result = await importLines(workbook, cancelling, { ...options, signal: cancelled.signal })
  expect(result).toBeUndefined()
  expect(numbers()).toEqual(['T'])
  expect(workbook.history.canUndo).toBe(false)
})

test('an import whose worker dies half-way, or is closed by a cancel, leaves nothing behind', async () => {
  const { workbook, options, numbers } = open()
  await importLines(workbook, from(texts('a', 2)), options)
  const all = from(texts('a', 3000, 'again '))
  let nextCalls = 0
  const dying: LineSource = {
    expected: 3000,
    nextLines: most => (++nextCalls > 2 ? Promise.reject(new WorkerGone()) : all.nextLines(most)),
  }
  await expect(importLines(workbook, dying, { ...options, replacedFile: 'a' })).rejects.toThrow(WorkerGone)
  expect(numbers()).toEqual(['T', 'N1', 'N2'])
  workbook.undo()
  expect(numbers()).toEqual(['T'])
})

test('text that is typed during an import stays when the import is undone', async () => {
  const { workbook, options, numbers } = open()
  const all = from(texts('a', 300))
  const typing: LineSource = {
    expected: 300,
    nextLines: async most => {
      writeCells(workbook, { ids: [] }, new Map([['typed', { [NUMBER]: 'typed' }]]), null)
      return all.nextLines(most)
    },
  }
  await importLines(workbook, typing, options)
  workbook.undo()
  expect(numbers()).toEqual(['typed'])
})

const NAME = 'recipient.name'
const CITY = 'recipient.city'
const importedRow = (file: string, row: number, name: string, city: string): Texts => ({
  [NUMBER]: `${file}${row}`,
  [NAME]: name,
  [CITY]: city,
  '[].$source': `${file}:0:${row}`,
})

test('corrections in merged orders stay when their file is read another way, and the orders are unmerged', async () => {
  const { workbook, options } = open()
  const was = [
    importedRow('a', 2, '山田', 'æ'),
    importedRow('a', 3, '山田', 'ø'),
    importedRow('a', 4, '佐藤', 'å'),
  ]
  await importLines(workbook, from(was), options)
  await importLines(workbook, from([importedRow('b', 2, '山田', '港区')]), options)
  const [, a2 = '', a3 = '', , b2 = ''] = workbook.draft.order
  expect(mergeOrders(workbook, [{ lines: [a2, a3, b2], number: 'a2' }], null)).toBeUndefined()
  writeCells(workbook, { ids: [] }, new Map([[a2, { [NAME]: '山田花子' }]]), null)
  const before = [...workbook.draft.order]

  const read = [
    importedRow('a', 2, '山田', '渋谷区'),
    importedRow('a', 3, '山田', '新宿区'),
    importedRow('a', 4, '佐藤', '千代田区'),
  ]
  const again: LineSource = {
    expected: 3,
    nextLines: async () => ({ lines: read, previous: was, isLast: true }),
  }
  const result = await importLines(workbook, again, { ...options, replacedFile: 'a' })
  const now = workbook.draft.order.slice(1).map(line => {
    const { [NUMBER]: number, [NAME]: name, [CITY]: city } = workbook.draft.lines.get(line)?.texts ?? {}
    return [number, name, city].join(' ')
  })
  expect(now.toSorted()).toEqual([
    'a2 山田花子 渋谷区',
    'a3 山田花子 新宿区',
    'a4 佐藤 千代田区',
    'b2 山田花子 港区',
  ])
  expect(workbook.index.count).toBe(5)
  expect(result?.keptEdits).toBe(2)
  workbook.undo()
  expect(workbook.draft.order).toEqual(before)
  expect(workbook.text({ line: a2, column: NAME })).toBe('山田花子')
  expect(workbook.index.orderOf(a3)?.firstLine).toBe(a2)
})
