import { describe, expect, test } from 'vitest'
import type { Line } from '@/lib/sheet/schema/line'
import { sampleItem, sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { missingInAllOrders, missingInDraft } from './missing-in-draft'

const never = new AbortController().signal
const WITHOUT = ['warehouseId', 'sender.name', 'sender.contact']

/** Orders of one line each, without the given columns. */
function orders(count: number, without: readonly string[]): Line[] {
  return sampleOrders(count, 1).map((texts, at) => ({
    id: `L${at}`,
    rank: at,
    texts: Object.fromEntries(Object.entries(texts).filter(([column]) => !without.includes(column))),
  }))
}

const workbookOf = (lines: readonly Line[]) => new Workbook(sheets['orders/japan'], [...lines])

describe('a draft without the file that it came from', () => {
  test('names the columns that no order has, in the order of the sheet', async () => {
    const found = await missingInAllOrders(workbookOf(orders(3, WITHOUT)), never)
    expect(found?.columns).toEqual(WITHOUT)
  })

  test('has nothing to set once when one order has a text in each of them', async () => {
    const lines = [...orders(3, WITHOUT), { ...orders(1, [])[0], id: 'whole', rank: 3 } as Line]
    const found = await missingInAllOrders(workbookOf(lines), never)
    expect(found?.columns).toEqual([])
    expect(found?.items).toEqual([])
  })

  test('a single order, and a single column, are filled in the sheet', async () => {
    expect((await missingInAllOrders(workbookOf(orders(1, WITHOUT)), never))?.columns).toEqual([])
    expect((await missingInAllOrders(workbookOf(orders(3, ['sender.name'])), never))?.columns).toEqual([])
  })

  test('further lines of an order do not count as orders that lack everything', async () => {
    const lines = orders(2, WITHOUT)
    const item: Line = { id: 'item', rank: 2, texts: sampleItem(0) }
    expect((await missingInAllOrders(workbookOf([...lines, item]), never))?.columns).toEqual(WITHOUT)
    const single = [...orders(1, WITHOUT), item]
    expect((await missingInAllOrders(workbookOf(single), never))?.columns).toEqual([])
  })

  test('an aborted count has no result', async () => {
    const aborted = AbortSignal.abort()
    expect(await missingInAllOrders(workbookOf(orders(3, WITHOUT)), aborted)).toBeUndefined()
  })

  test('a single order is counted when an operator asks', async () => {
    expect((await missingInDraft(workbookOf(orders(1, ['sender.name'])))).columns).toEqual(['sender.name'])
  })
})
