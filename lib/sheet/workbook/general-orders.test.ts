import { expect, test } from 'vitest'
import { generalOrder } from '@/lib/contract/orders'
import { removeLines } from '@/lib/sheet/acts/lines'
import { writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import { placeOutcome } from '@/lib/sheet/judge/status/outcome-marks'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleGeneralOrders } from '@/lib/sheet/schema/samples/general-orders'
import { sheets, toRegisteredForm } from '@/lib/sheet/schema/sheets'
import { Workbook } from './workbook'

const sheet = sheets['orders/general']

const open = (texts: readonly Texts[]) => {
  const lines = texts.map((one, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: one }))
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  return workbook
}

test('an order is checked with its incoterms and registered without them', () => {
  const workbook = open(sampleGeneralOrders(1))
  const order = workbook.index.find('L1')
  if (!order) throw new Error('no order')
  const { record } = assemble(workbook.draft, order, sheet)
  expect(record.orderInfo).toMatchObject({ incoterms: 'DAP', exportPurpose: 'COMMERCIAL', carrier: 'EMS' })
  const taken = toRegisteredForm(record, sheet)
  expect(generalOrder.strict().safeParse(taken).error).toBeUndefined()
  expect(Object.keys((taken as typeof record).orderInfo as object).toSorted()).toEqual([
    'carrier',
    'domesticShippingNumber',
    'isExportDeclaration',
    'mallOrderNumber',
  ])
})

test('only the number is required; the objects around blank cells are sent', () => {
  const workbook = open([{ 'orderInfo.mallOrderNumber': 'A-1' }, { 'recipient.name': 'Kim Minsu' }])
  expect(workbook.statusOf('L1')).toBe('unchecked')
  expect(workbook.line('L2').marks.cells.get('orderInfo.mallOrderNumber')?.[0]?.code).toBe('missing')
  const order = workbook.index.find('L1')
  expect(order && assemble(workbook.draft, order, sheet).record).toEqual({
    orderInfo: { mallOrderNumber: 'A-1' },
    recipient: {},
    sender: {},
    packageInfo: {},
    items: [{}],
  })
})

test('outer blanks of a number are not sent, and outcomes are matched without them', () => {
  const workbook = open([
    { 'orderInfo.mallOrderNumber': ' A-1\u3000' },
    { 'orderInfo.mallOrderNumber': 'A-1' },
  ])
  const order = workbook.index.find('L1')
  if (!order) throw new Error('no order')
  const { record, number } = assemble(workbook.draft, order, sheet)
  expect([number, record.orderInfo, order.lines]).toEqual(['A-1', { mallOrderNumber: 'A-1' }, ['L1', 'L2']])
  const failures = [{ field: 'orderInfo.mallOrderNumber', message: 'Registered already.' }]
  const about = { mallOrderNumber: 'A-1', lineIds: order.lines, fingerprint: '', failures }
  const outcome = { ...about, state: 'failing', payload: JSON.stringify(record) } as const
  const marks = placeOutcome(outcome, workbook.draft, sheet, false)
  expect(marks).toMatchObject([{ line: 'L1', mark: { stale: false } }])
})

test.each([
  ['recipient.name', 'n'.repeat(51), 'longer_than_japan'],
  ['items[].currency', 'AUD', 'not_a_japan_choice'],
  ['packageInfo.serviceType', 'EXPRESS', 'not_a_japan_choice'],
])(
  'a %s beyond the limits of orders to Japan is a warning in an order to Japan, and never a failure',
  (column, text, code) => {
    const order = { ...sampleGeneralOrders(1)[0], [column]: text }
    const toJapan = { 'recipient.country': 'JP', 'recipient.state': '東京都', 'recipient.zipCode': '1000001' }
    // Orders with the same cell and another country are judged apart.
    const workbook = open([
      { ...order, 'orderInfo.mallOrderNumber': 'A-0' },
      { ...order, ...toJapan, 'orderInfo.mallOrderNumber': 'A-1' },
      { ...order, 'orderInfo.mallOrderNumber': 'A-2' },
    ])
    for (const abroad of ['L1', 'L3']) expect(workbook.line(abroad).marks.cells.get(column)).toBeUndefined()
    const marks = workbook.line('L2').marks.cells.get(column)
    expect(marks?.map(mark => `${mark.severity} ${mark.code}`)).toEqual([`warning ${code}`])
    expect(workbook.statusOf('L2')).toBe('unchecked')
  },
)

test('the limits of orders to Japan are those of an order unless it goes to another country', () => {
  const workbook = open([
    { 'orderInfo.mallOrderNumber': 'A-1', 'recipient.country': 'AU' },
    { 'orderInfo.mallOrderNumber': 'A-2', 'recipient.country': 'JP' },
    { 'orderInfo.mallOrderNumber': 'A-3' },
  ])
  const limits = (id: string) => {
    const column = workbook.column(id)
    return column && ['L1', 'L2', 'L3', 'placeholder'].map(line => workbook.limitOf(line, column))
  }
  expect(limits('recipient.name')).toEqual([undefined, 50, 50, 50])
  expect(limits('orderInfo.mallOrderNumber')).toEqual([500, 100, 100, 100])
  expect(limits('warehouseId')).toEqual([undefined, undefined, undefined, undefined])
})

test('values within the limits of orders to Japan get no warning, in any case of a code', () => {
  const workbook = open([{ ...sampleGeneralOrders(1)[0], 'items[].currency': 'usd' }])
  expect(workbook.line('L1').marks.cells.size).toBe(0)
})

test('a number longer than what can be stored is a failure; one longer than in orders to Japan a warning there', () => {
  const [order = {}] = sampleGeneralOrders(1)
  const codesOf = (country: string, number: string) => {
    const workbook = open([{ ...order, 'recipient.country': country, 'orderInfo.mallOrderNumber': number }])
    const marks = workbook.line('L1').marks.cells.get('orderInfo.mallOrderNumber') ?? []
    return marks.map(({ severity, code }) => `${severity} ${code}`)
  }
  expect(codesOf('AU', '🚢'.repeat(500))).toEqual([])
  expect(codesOf('AU', '🚢'.repeat(501))).toEqual(['failure too_long'])
  expect(codesOf('JP', '🚢'.repeat(500))).toEqual(['warning longer_than_japan'])
})

test('hidden texts of an order from another sheet move to the remaining line', () => {
  const [first = {}] = sampleGeneralOrders(1)
  const workbook = open([
    { ...first, 'recipient.importerJapaneseName': '山田 太郎', 'items[].material': 'leather' },
    { 'items[].name': 'A second item' },
  ])
  removeLines(workbook, ['L1'], null)
  expect(workbook.text({ line: 'L2', column: 'recipient.importerJapaneseName' })).toBe('山田 太郎')
  expect(workbook.text({ line: 'L2', column: 'items[].material' })).toBe('')
})

test('a warehouse id of 64 bits is sent with all digits, in checks and registrations', () => {
  const workbook = open([{ ...sampleGeneralOrders(1)[0], warehouseId: '9223372036854775807' }])
  const order = workbook.index.find('L1')
  if (!order) throw new Error('no order')
  const { record } = assemble(workbook.draft, order, sheet)
  expect(writeJson(record)).toContain('"warehouseId":9223372036854775807')
  expect(writeJson(toRegisteredForm(record, sheet))).toContain('"warehouseId":9223372036854775807')
  const beyond = open([{ ...sampleGeneralOrders(1)[0], warehouseId: '9223372036854775808' }])
  expect(beyond.line('L1').marks.cells.get('warehouseId')?.[0]?.severity).toBe('failure')
})
