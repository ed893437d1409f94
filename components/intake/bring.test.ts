import { expect, test } from 'vitest'
import { writeCells } from '@/lib/sheet/acts'
import type { Texts } from '@/lib/sheet/draft'
import { mergeOrders } from '@/lib/sheet/merge-orders'
import type { Outcome } from '@/lib/sheet/outcomes'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { type Bringing, bringLines, type LinesToBring } from './bring'
import { WorkerGone } from './open-file'

const NUMBER = 'orderInfo.mallOrderNumber'

const texts = (file: string, rows: number, spelling = 'N'): Texts[] =>
  Array.from({ length: rows }, (_, i) => ({
    [NUMBER]: `${spelling}${i + 1}`,
    '[].$source': `${file}:0:${i + 2}`,
  }))

function from(lines: readonly Texts[]): LinesToBring {
  let at = 0
  return {
    count: lines.length,
    next: async most => {
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
  const bringing: Bringing = {
    newId: () => `L${++made}`,
    onProgress: done => progress.push(done),
    isOff: () => false,
  }
  const numbers = () => workbook.draft.order.map(line => workbook.text({ line, column: NUMBER }))
  return { workbook, bringing, numbers, progress }
}

test('lines of a file stand below those that are there, and go with one undo', async () => {
  const { workbook, bringing, numbers, progress } = open()
  const brought = await bringLines(workbook, from(texts('a', 300)), bringing)
  expect(brought).toMatchObject({ first: 'L1', lines: 300, kept: 0, step: workbook.history.newest })
  expect(numbers().slice(0, 3)).toEqual(['T', 'N1', 'N2'])
  expect(numbers()).toHaveLength(301)
  expect(progress.at(-1)).toBe(1)
  workbook.undo()
  expect(numbers()).toEqual(['T'])
})

test('a file that is read another way takes the places of its lines, and of no others', async () => {
  const { workbook, bringing, numbers } = open()
  await bringLines(workbook, from(texts('a', 3)), bringing)
  await bringLines(workbook, from(texts('b', 1, 'B')), bringing)
  await bringLines(workbook, from(texts('a', 5, 'again ')), { ...bringing, instead: 'a' })
  expect(numbers()).toEqual(['T', 'again 1', 'again 2', 'again 3', 'again 4', 'again 5', 'B1'])
  workbook.undo()
  expect(numbers()).toEqual(['T', 'N1', 'N2', 'N3', 'B1'])
  workbook.redo()
  await bringLines(workbook, from(texts('a', 1, 'short ')), { ...bringing, instead: 'a' })
  expect(numbers()).toEqual(['T', 'short 1', 'B1'])
})

const registered = (mallOrderNumber: string, line: string): Outcome => ({
  mallOrderNumber,
  lineIds: [line],
  state: 'registered',
  checkedAt: '2026-11-21T00:00:00.000Z',
  fingerprint: '',
  failures: [],
  position: 0,
  orderId: '1',
})

test('what is registered or edited while a file is read another way is not lost', async () => {
  const { workbook, bringing, numbers } = open()
  await bringLines(workbook, from(texts('a', 500)), bringing)
  const bringingAgain = bringLines(workbook, from(texts('a', 500, 'again ')), { ...bringing, instead: 'a' })
  workbook.hear([registered('N450', 'L450')])
  writeCells(workbook, { ids: [] }, new Map([['L460', { [NUMBER]: 'typed' }]]), null)
  expect(await bringingAgain).toMatchObject({ lines: 499, kept: 1 })
  expect(numbers().filter(number => number === 'N450' || number === 'again 450')).toEqual(['N450'])
  workbook.undo()
  expect(numbers()).toHaveLength(501)
  expect(numbers()).toContain('typed')
})

test('what is registered stays as it was read first, and comes no second time', async () => {
  const { workbook, bringing, numbers } = open()
  await bringLines(workbook, from(texts('a', 2)), bringing)
  workbook.hear([registered('N1', 'L1')])
  const brought = await bringLines(workbook, from(texts('a', 2, 'again ')), { ...bringing, instead: 'a' })
  expect(brought).toMatchObject({ lines: 1, kept: 1 })
  expect(numbers()).toEqual(['T', 'N1', 'again 2'])
})

test('a file that is called off leaves nothing behind', async () => {
  const { workbook, bringing, numbers } = open()
  const all = from(texts('a', 3000))
  let asked = 0
  const brought = await bringLines(workbook, all, { ...bringing, isOff: () => ++asked > 2 })
  expect(brought).toBeUndefined()
  expect(numbers()).toEqual(['T'])
  expect(workbook.history.canUndo).toBe(false)
})

test('a file whose reader dies half-way, or is closed by whoever cancels, leaves nothing behind', async () => {
  const { workbook, bringing, numbers } = open()
  await bringLines(workbook, from(texts('a', 2)), bringing)
  const all = from(texts('a', 3000, 'again '))
  let asked = 0
  const dying: LinesToBring = {
    count: 3000,
    next: most => (++asked > 2 ? Promise.reject(new WorkerGone()) : all.next(most)),
  }
  await expect(bringLines(workbook, dying, { ...bringing, instead: 'a' })).rejects.toThrow(WorkerGone)
  expect(numbers()).toEqual(['T', 'N1', 'N2'])
  workbook.undo()
  expect(numbers()).toEqual(['T'])
})

test('what is typed while a file comes in stays when the file is undone', async () => {
  const { workbook, bringing, numbers } = open()
  const all = from(texts('a', 300))
  const typing: LinesToBring = {
    count: 300,
    next: async most => {
      writeCells(workbook, { ids: [] }, new Map([['typed', { [NUMBER]: 'typed' }]]), null)
      return all.next(most)
    },
  }
  await bringLines(workbook, typing, bringing)
  workbook.undo()
  expect(numbers()).toEqual(['typed'])
})

const NAME = 'recipient.name'
const CITY = 'recipient.city'
const said = (file: string, row: number, name: string, city: string): Texts => ({
  [NUMBER]: `${file}${row}`,
  [NAME]: name,
  [CITY]: city,
  '[].$source': `${file}:0:${row}`,
})

test('what was corrected in a parcel stays with its orders when their file is read another way, and they stand apart', async () => {
  const { workbook, bringing } = open()
  const was = [said('a', 2, '山田', 'æ'), said('a', 3, '山田', 'ø'), said('a', 4, '佐藤', 'å')]
  await bringLines(workbook, from(was), bringing)
  await bringLines(workbook, from([said('b', 2, '山田', '港区')]), bringing)
  const [, a2 = '', a3 = '', , b2 = ''] = workbook.draft.order
  expect(mergeOrders(workbook, [{ lines: [a2, a3, b2], number: 'a2' }], null)).toBeUndefined()
  writeCells(workbook, { ids: [] }, new Map([[a2, { [NAME]: '山田花子' }]]), null)
  const before = [...workbook.draft.order]

  const read = [
    said('a', 2, '山田', '渋谷区'),
    said('a', 3, '山田', '新宿区'),
    said('a', 4, '佐藤', '千代田区'),
  ]
  const again: LinesToBring = {
    count: 3,
    next: async () => ({ lines: read, was, isLast: true }),
  }
  const brought = await bringLines(workbook, again, { ...bringing, instead: 'a' })
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
  expect(brought?.typed).toBe(2)
  workbook.undo()
  expect(workbook.draft.order).toEqual(before)
  expect(workbook.text({ line: a2, column: NAME })).toBe('山田花子')
  expect(workbook.index.orderOf(a3)?.lead).toBe(a2)
})
