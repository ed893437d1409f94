import { expect, onTestFinished, test, vi } from 'vitest'
import { scheduleTask } from '@/components/workbench/tasks/schedule-task'
import { findDamage, repairableColumns } from '@/lib/import/repair/damaged-cells'
import { writeCells } from '@/lib/sheet/acts/cells'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { DamageSearch } from './damage-search'

const TELEPHONE = 'recipient.contact'
const PRICE = 'items[].price'

/** A draft with one line, whose texts were searched. */
async function searched(texts: Texts) {
  const sheet = sheets['orders/japan']
  const workbook = new Workbook(sheet, [{ id: 'A', rank: 1, texts }])
  workbook.scheduleTask = work => work()
  workbook.begin()
  const search = new DamageSearch(workbook)
  onTestFinished(search.subscribe(() => {}))
  const count = findDamage({ id: 'A', texts }, repairableColumns(sheet.columns), 'JP').length
  await expect.poll(() => search.reported).toBe(count)
  const write = (column: string, text: string) =>
    writeCells(workbook, { ids: [] }, new Map([['A', { [column]: text }]]), null)
  const offered = () =>
    search.found.filter(({ column, before }) => workbook.text({ line: 'A', column }) === before)
  return { workbook, search, write, offered }
}

/** Resolves after the tasks that are scheduled now. */
const nextTask = () => new Promise<void>(resolve => scheduleTask(resolve))

test('a repaired text is offered again for damage of another kind', async () => {
  const { search, write, offered, workbook } = await searched({ [TELEPHONE]: '０９０ー１２３４ー５６７８' })
  const [wide] = offered()
  expect(wide).toMatchObject({ kind: 'wide', after: '090ー1234ー5678' })
  write(TELEPHONE, wide?.after ?? '')
  search.searchAgain([{ line: 'A', column: TELEPHONE }])
  await expect
    .poll(() => offered().map(({ kind, after }) => [kind, after]))
    .toEqual([['hyphen', '090-1234-5678']])
  const { length } = search.found
  workbook.undo()
  workbook.redo()
  search.searchAgain([{ line: 'A', column: TELEPHONE }])
  await nextTask()
  expect(search.found).toHaveLength(length)
})

test('an amount with its sign is offered once its line has a currency', async () => {
  const { write, offered } = await searched({ 'recipient.name': '山田様', [PRICE]: '850円' })
  expect(offered().map(({ kind }) => kind)).toEqual(['honorific'])
  write('items[].name', 'ポーチ')
  write('items[].currency', 'JPY')
  await expect.poll(() => offered().map(({ kind, after }) => [kind, after])).toContainEqual(['unit', '850'])
})

test('an address is searched again once its prefecture was repaired', async () => {
  const { write, offered, search } = await searched({
    'recipient.country': 'JP',
    'recipient.state': '도쿄',
    'recipient.city': '渋谷区',
    'recipient.address': '東京都渋谷区神南1-2-3',
  })
  expect(offered().map(({ kind }) => kind)).not.toContain('city-repeated')
  write('recipient.state', '東京都')
  search.searchAgain([{ line: 'A', column: 'recipient.state' }])
  await expect.poll(() => offered().map(({ kind }) => kind)).toContain('city-repeated')
})

test('many repaired cells are searched in slices', async () => {
  const sheet = sheets['orders/japan']
  const wide = Array.from({ length: 200 }, (_, i) => ({
    id: `L${i}`,
    rank: i,
    texts: { [TELEPHONE]: '０９０ー１２３４ー５６７８' },
  }))
  const workbook = new Workbook(sheet, wide)
  workbook.begin()
  const search = new DamageSearch(workbook)
  onTestFinished(search.subscribe(() => {}))
  await expect.poll(() => search.reported).toBe(400)
  const repaired = search.found.filter(({ kind }) => kind === 'wide')
  const writes = new Map(repaired.map(({ line, after }) => [line, { [TELEPHONE]: after }]))
  writeCells(workbook, { ids: [] }, writes, null)

  // A clock that advances by more than half a slice between two looks.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
  onTestFinished(() => void vi.restoreAllMocks())
  search.searchAgain(repaired)
  expect(search.found).toHaveLength(400)
  await nextTask()
  expect(search.found).toHaveLength(450)
  await expect.poll(() => search.reported).toBe(600)
})
