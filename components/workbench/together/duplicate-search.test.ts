import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import type { DuplicateElsewhere } from '@/lib/sheet/judge/warnings/duplicates'
import { parcelKey } from '@/lib/sheet/judge/warnings/parcel-key'
import type { Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { DuplicateSearch } from './duplicate-search'

const NUMBER = 'orderInfo.mallOrderNumber'

function open(orders: readonly Texts[], elsewhere: readonly DuplicateElsewhere[] = []) {
  const lines = orders.map((texts, rank) => ({ id: `l${rank}`, rank, texts }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  const server = vi.fn(async (keys: readonly string[]) => elsewhere.filter(one => keys.includes(one.key)))
  const search = new DuplicateSearch(workbook, server, Date.now, 0)
  search.start()
  onTestFinished(() => search.stop())
  const warned = () => {
    const marks = workbook.firstLines().flatMap(id => workbook.line(id).marks.cells.get(NUMBER) ?? [])
    return marks.flatMap(({ code, params }) => (code === 'same_parcel' ? [params?.number] : []))
  }
  return { workbook, server, search, warned }
}

/** Two orders of one recipient with the same items, and one of another. */
function three(): Texts[] {
  const [one = {}, other = {}] = sampleOrders(2)
  return [one, { ...one, [NUMBER]: 'B-2' }, other]
}

test('both orders of a pair get a warning that counts, and neither stops being ready to check', async () => {
  const { workbook, warned } = open(three())
  await expect.poll(warned).toEqual(['B-2', '1120-7728'])
  expect(workbook.count('warning')).toBe(2)
  expect(workbook.warnings.count).toBe(2)
  expect(workbook.count('unchecked')).toBe(3)
})

test('an edit of an item ends the warning, and undo restores it', async () => {
  const { workbook, warned } = open(three())
  await expect.poll(warned).toHaveLength(2)
  const change = { line: 'l1', before: { 'items[].quantity': '1' }, after: { 'items[].quantity': '9' } }
  workbook.perform({ ...emptyPatch, changes: [change] }, null)
  await expect.poll(warned).toEqual([])
  workbook.undo()
  await expect.poll(warned).toHaveLength(2)
})

test('an order of another draft is looked up once, and named with its page', async () => {
  const orders = sampleOrders(3)
  const key = parcelKey([{ id: 'x', rank: 0, texts: orders[1] ?? {} }])
  const there = {
    key,
    number: 'Z-1',
    state: 'registered',
    path: '/history/orders/7',
    draft: 'Monday',
  } as const
  const { workbook, server, warned } = open(orders, [there])
  await expect.poll(warned).toEqual(['Z-1'])
  const [mark] = workbook.line('l1').marks.cells.get(NUMBER) ?? []
  expect(mark).toMatchObject({ path: '/history/orders/7', params: { draft: 'Monday', state: 'registered' } })
  expect(server).toHaveBeenCalledTimes(1)
})

test('orders are looked up again when another draft was checked during a search', async () => {
  const resolvers: ((found: DuplicateElsewhere[]) => void)[] = []
  const workbook = new Workbook(
    sheets['orders/japan'],
    sampleOrders(1).map((texts, rank) => ({ id: `l${rank}`, rank, texts })),
  )
  workbook.begin()
  const server = vi.fn(() => new Promise<DuplicateElsewhere[]>(resolve => resolvers.push(resolve)))
  const search = new DuplicateSearch(workbook, server, Date.now, 0)
  search.start()
  onTestFinished(() => search.stop())
  await expect.poll(() => resolvers).toHaveLength(1)
  search.again()
  resolvers[0]?.([])
  await expect.poll(() => resolvers).toHaveLength(2)
  expect(server.mock.calls[1]).toEqual(server.mock.calls[0])
})
