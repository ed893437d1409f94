import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ItemFacts } from '@/lib/sheet/judge/plausibility/item-facts'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { ItemFactsSearch } from './item-facts-search'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const limited: ItemFacts = { kind: 'cosmetic', group: 'A' }

function open(find: (codes: readonly string[]) => Promise<Record<string, ItemFacts> | undefined>) {
  const lines = sampleOrders(2).map((texts, i) => ({
    id: `L${i}`,
    rank: i,
    texts: { ...texts, 'items[].itemCode': 'A', 'items[].quantity': '30', 'packageInfo.actualWeight': '20' },
  }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  const search = new ItemFactsSearch(workbook, find)
  workbook.begin()
  search.start()
  return { workbook, search }
}

test('codes are requested once, and orders are judged by what is known of them', async () => {
  const requests: string[][] = []
  const { workbook } = open(async codes => {
    requests.push([...codes])
    return { A: limited }
  })
  await vi.runAllTimersAsync()
  expect(requests).toEqual([['A']])
  expect(workbook.count('warning')).toBe(2)
})

test('codes without a response are requested again when the sheet changes', async () => {
  let responses = 0
  const { workbook } = open(async () => (responses++ === 0 ? undefined : { A: limited }))
  await vi.runAllTimersAsync()
  expect([responses, workbook.count('warning')]).toEqual([1, 0])
  workbook.clearFilter()
  await vi.runAllTimersAsync()
  expect([responses, workbook.count('warning')]).toEqual([2, 2])
})

test('when the operator comes back, the product master may have changed', async () => {
  let known: Record<string, ItemFacts> = {}
  const { workbook, search } = open(async () => known)
  await vi.runAllTimersAsync()
  expect(workbook.count('warning')).toBe(0)
  known = { A: limited }
  search.again()
  await vi.runAllTimersAsync()
  expect(workbook.count('warning')).toBe(2)
  search.stop()
  known = {}
  search.again()
  await vi.runAllTimersAsync()
  expect(workbook.count('warning')).toBe(2)
})
