import { describe, expect, test } from 'vitest'
import { draftOf } from '@/lib/sheet/draft/draft'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { unlistedWarehouses, WAREHOUSE_COLUMN, WarehouseFinder } from './warehouses'

const gimpo = { id: '1', name: 'Gimpo' }
const second = { id: '12', name: '인천 2' }
const line = (text: string) => ({ id: text, rank: 1, texts: { [WAREHOUSE_COLUMN]: text } })

describe('a warehouse that the connection does not list', () => {
  const warned = (text: string, known: readonly string[]) =>
    unlistedWarehouses([line(text)], new Set(known)).map(({ mark }) => [mark.severity, mark.code])

  test('gets a warning and never a failure', () => {
    expect(warned('7', ['1', '12'])).toEqual([['warning', 'unlisted_warehouse']])
    expect(warned('9007199254740993', ['9007199254740992'])).toHaveLength(1)
  })

  test.each(['1', '１', '001', ' 12 ', '', 'Gimpo'])('%j gets no warning', text =>
    expect(warned(text, ['1', '12'])).toEqual([]),
  )

  test('gets no warning if the connection lists no warehouses', () => expect(warned('7', [])).toEqual([]))

  test('appears on the sheet at once, and disappears with the list', () => {
    const [column] = sheets['orders/japan'].columns.filter(({ id }) => id === WAREHOUSE_COLUMN)
    expect(column).toBeDefined()
    const workbook = new Workbook(sheets['orders/japan'], [line('7')])
    workbook.scheduleTask = work => work()
    const severities = () =>
      (workbook.line('7').marks.cells.get(WAREHOUSE_COLUMN) ?? []).map(mark => mark.severity)
    expect(severities()).toEqual([])
    workbook.serverFacts.setWarehouses(new Set(['1']))
    expect(severities()).toEqual(['warning'])
    expect(workbook.count('warning')).toBe(1)
    workbook.serverFacts.setWarehouses(new Set())
    expect(severities()).toEqual([])
    expect(draftOf([line('7')]).order).toEqual(['7'])
  })
})

describe('the warehouses of a connection', () => {
  const finder = new WarehouseFinder([gimpo, second], 'en')
  const clear = (typed: string) => {
    const { choices, isClear } = finder.match(typed)
    return isClear ? choices[0]?.value : undefined
  }

  test('are found by id and by name', () => {
    expect(clear('1')).toBe('1')
    expect(clear('gim')).toBe('1')
    expect(clear('인천')).toBe('12')
    expect(finder.match('').choices).toHaveLength(2)
  })

  test.each(['2', '7', '120'])('an unknown id (%s) stays as it was typed', typed =>
    expect(clear(typed)).toBeUndefined(),
  )
})
