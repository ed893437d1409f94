import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { applyDefaults } from './apply-defaults'

const NUMBER = 'orderInfo.mallOrderNumber'
const SENDER = 'sender.name'
const WEIGHT = 'items[].actualWeight'

const line = (at: number, file: string, texts: Record<string, string>) => ({
  id: `L${at}`,
  rank: at,
  texts: { [NUMBER]: `N${at}`, [hiddenColumns.source]: `${file}:0:${at}`, ...texts },
})
const open = () =>
  new Workbook(sheets['orders/japan'], [
    line(0, 'shop', { 'items[].itemCode': 'W-1' }),
    line(1, 'shop', { 'items[].name': 'Belt', [SENDER]: 'Own sender' }),
    line(2, 'other', { 'items[].itemCode': 'W-1' }),
    line(3, 'shop', { 'items[].itemCode': 'W-1' }),
  ])
const items = [
  { code: 'W-1', name: 'Wallet', columns: [WEIGHT] },
  { code: '', name: 'Belt', columns: [WEIGHT] },
]
const defaults = {
  sheet: 'orders/japan',
  fields: { sender_name: 'Hanbit' },
  items: [
    { code: 'W-1', name: '', texts: { actualWeight: '0.2' } },
    { code: '', name: '', texts: { actualWeight: '0.3' } },
  ],
} as const
const given = { defaults: { ...defaults, items: [...defaults.items] }, items }
const texts = (workbook: Workbook, column: string) =>
  [0, 1, 2, 3].map(at => workbook.text({ line: `L${at}`, column }))

test('the orders of the import are filled, and one undo takes all of it back', async () => {
  const workbook = open()
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: 'N3',
      lineIds: ['L3'],
      state: 'registered',
      fingerprint: '',
      failures: [],
      orderId: '1',
    },
  ])
  expect(await applyDefaults(workbook, 'shop', { ...given, preset: 'Qoo10' }, null)).toBe(3)
  expect(texts(workbook, SENDER)).toEqual(['Hanbit', 'Own sender', '', ''])
  expect(texts(workbook, WEIGHT)).toEqual(['0.2', '0.3', '', ''])
  const first = workbook.line('L0').texts
  expect(originAt(first, SENDER)).toMatchObject({ kind: 'preset', of: 'Qoo10' })
  expect(originAt(first, WEIGHT)).toMatchObject({ kind: 'product-master', of: 'W-1' })
  expect(originAt(workbook.line('L1').texts, WEIGHT)).toEqual({ kind: 'set-once', text: '0.3' })
  workbook.undo()
  expect(texts(workbook, SENDER)).toEqual(['', 'Own sender', '', ''])
  expect(texts(workbook, WEIGHT)).toEqual(['', '', '', ''])
})

test('without a preset the cells say that they were set once; without a file all orders are filled', async () => {
  const workbook = open()
  await applyDefaults(workbook, undefined, { ...given, preset: undefined }, null)
  expect(texts(workbook, SENDER)).toEqual(['Hanbit', 'Own sender', 'Hanbit', 'Hanbit'])
  expect(originAt(workbook.line('L2').texts, SENDER)).toEqual({ kind: 'set-once', text: 'Hanbit' })
})
