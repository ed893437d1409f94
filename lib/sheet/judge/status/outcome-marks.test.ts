import { describe, expect, test } from 'vitest'
import { draftOf } from '@/lib/sheet/draft/draft'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { lateLines, placeOutcome } from './outcome-marks'
import type { OrderOutcome } from './outcomes'

const NUMBER = 'orderInfo.mallOrderNumber'

/** The sent order, with two items on the lines L1 and L2. */
const sent = {
  orderInfo: { mallOrderNumber: 'A-1', isExportDeclaration: false },
  recipient: { name: '山田 太郎', addressDetail: '' },
  items: [{ name: 'wallet', price: 12500, quantity: 1 }, { name: 'beanie' }],
}
const asSent: Record<string, Texts> = {
  L1: {
    [NUMBER]: 'A-1 ',
    'orderInfo.isExportDeclaration': 'N',
    'recipient.name': '山田 太郎',
    'items[].name': 'wallet',
    'items[].price': '12,500',
    'items[].quantity': '1',
  },
  L2: { 'items[].name': 'beanie' },
}

const outcomeOf = (about: Partial<OrderOutcome>): OrderOutcome => ({
  mallOrderNumber: 'A-1',
  lineIds: ['L1', 'L2'],
  state: 'failing',
  fingerprint: 'x',
  payload: JSON.stringify(sent),
  ...about,
})

/** Marks of an outcome as `line column` or `line`, with `old` if they are stale. @param now edited texts by line */
function placed(about: Partial<OrderOutcome>, now: Record<string, Texts> = {}, isChanged = false) {
  const lines = Object.entries({ ...asSent, ...now }).map(([id, texts], rank) => ({ id, rank, texts }))
  const marks = placeOutcome(outcomeOf(about), draftOf(lines), sheets['orders/japan'], isChanged)
  return marks.map(({ line, column, mark }) => [line, column, mark.stale && 'old'].filter(Boolean).join(' '))
}

const fails = (...fields: string[]) => ({ failures: fields.map(field => ({ field, message: '틀림' })) })
const edited = (line: 'L1' | 'L2', texts: Texts) => ({ [line]: { ...asSent[line], ...texts } })

describe('a failure with a field from the service', () => {
  test('keeps the message, the field and the position of the order', () => {
    const draft = draftOf([{ id: 'L1', rank: 1, texts: {} }])
    const [found] = placeOutcome(
      outcomeOf({ ...fails('recipient.name'), position: 3 }),
      draft,
      sheets['orders/japan'],
      false,
    )
    expect(found?.mark).toEqual({
      severity: 'failure',
      source: 'service',
      message: '틀림',
      field: 'recipient.name',
      position: 3,
      oneOf: 1,
      stale: true,
    })
    const [silent] = placeOutcome(
      outcomeOf({ failures: [{ field: 'warehouseId', message: ' ' }] }),
      draft,
      sheets['orders/japan'],
      false,
    )
    expect(silent?.mark).toMatchObject({ source: 'desk', code: 'no_reason', params: {} })
    expect(silent?.mark).not.toHaveProperty('position')
  })

  test('is current as long as its cell has the sent value, in any spelling', () => {
    const field = fails('items[0].price')
    expect(placed(field)).toEqual(['L1 items[].price'])
    for (const same of ['12500', '１２，５００', '12500.0', ' 12,500 '])
      expect(placed(field, edited('L1', { 'items[].price': same }), true)).toEqual(['L1 items[].price'])
    for (const other of ['12501', '', '12500円'])
      expect(placed(field, edited('L1', { 'items[].price': other }), true)).toEqual(['L1 items[].price old'])
  })

  test('becomes stale only when its own cell is edited', () => {
    const two = fails('recipient.name', 'items[1].name')
    expect(placed(two, edited('L2', { 'items[].name': 'Beanie' }), true)).toEqual([
      'L1 recipient.name',
      'L2 items[].name old',
    ])
    expect(placed(two, edited('L1', { 'recipient.name': '山田' }), true)).toEqual([
      'L1 recipient.name old',
      'L2 items[].name',
    ])
  })

  test('stays on the line of its item after a line above is deleted', () => {
    const draft = draftOf([{ id: 'L2', rank: 2, texts: asSent.L2 ?? {} }])
    const [found] = placeOutcome(outcomeOf(fails('items[1].name')), draft, sheets['orders/japan'], true)
    expect([found?.line, found?.mark.stale]).toEqual(['L2', false])
  })

  test('ignores outer blanks of a number, another word for a flag, and a blank that was sent as an empty text', () => {
    expect(placed(fails(NUMBER))).toEqual([`L1 ${NUMBER}`])
    expect(placed(fails(NUMBER), edited('L1', { [NUMBER]: 'A-2' }), true)).toEqual([`L1 ${NUMBER} old`])
    const flag = fails('orderInfo.isExportDeclaration')
    expect(placed(flag, edited('L1', { 'orderInfo.isExportDeclaration': '아니오' }))).toEqual([
      'L1 orderInfo.isExportDeclaration',
    ])
    expect(placed(flag, edited('L1', { 'orderInfo.isExportDeclaration': 'yes' }))).toEqual([
      'L1 orderInfo.isExportDeclaration old',
    ])
    expect(placed(fails('recipient.addressDetail', 'recipient.email'))).toEqual([
      'L1 recipient.addressDetail',
      'L1 recipient.email',
    ])
    expect(placed(fails('recipient.email'), edited('L1', { 'recipient.email': 'a@b' }))).toEqual([
      'L1 recipient.email old',
    ])
    // Other texts are compared exactly.
    expect(placed(fails('recipient.name'), edited('L1', { 'recipient.name': '山田 太郎 ' }))).toEqual([
      'L1 recipient.name old',
    ])
  })

  test('is never stale if the sent order is unknown', () => {
    expect(
      placed({ failures: [{ field: 'recipient.name', message: 'x' }], payload: undefined }, {}, true),
    ).toEqual(['L1 recipient.name'])
  })

  test('of several possible cells has their count, and one without a cell is stale once the order is edited', () => {
    const lines = draftOf([
      { id: 'L1', rank: 1, texts: {} },
      { id: 'L2', rank: 2, texts: {} },
    ])
    const marks = placeOutcome(outcomeOf(fails('items.price')), lines, sheets['orders/japan'], false)
    expect(marks.map(({ mark }) => mark.oneOf)).toEqual([2, 2])
    expect(placed(fails('창고'))).toEqual(['L1'])
    expect(placed(fails('창고'), {}, true)).toEqual(['L1 old'])
  })
})

describe('an order that the service rejects', () => {
  test.each(['failing', 'rejected'] as const)('without a reason (%s) is marked as a whole', state => {
    for (const none of [{ state }, { state, failures: [] }]) {
      expect(placed(none)).toEqual(['L1'])
      expect(placed(none, {}, true)).toEqual(['L1 old'])
    }
    expect(placed({ state, lineIds: ['gone', 'L2'] })).toEqual(['L2'])
    expect(placed({ state, lineIds: ['gone'] })).toEqual([])
  })

  test.each(['passed', 'queued', 'sending', 'registered', 'unknown'] as const)(
    'has no marks when its state is %s',
    state => {
      expect(placed({ state })).toEqual([])
    },
  )
})

describe('a product that was rejected with a code', () => {
  const shown = (now: Texts) => {
    const payload = JSON.stringify({ shopProductId: 'P-1', productPrice: 100, discountedProductPrice: 120 })
    const draft = draftOf([{ id: 'L1', rank: 1, texts: now }])
    const failures = [{ field: '', errorCode: 'INVALID_PRICE', message: 'bad price' }]
    return placeOutcome(outcomeOf({ lineIds: ['L1'], payload, failures }), draft, sheets.products, true)
  }

  test('has one failure of both prices, which is stale once one of them is edited', () => {
    const same = shown({ productPrice: '100', discountedProductPrice: '120' })
    expect(same.map(({ column }) => column)).toEqual(
      expect.arrayContaining(['productPrice', 'discountedProductPrice']),
    )
    expect(new Set(same.map(({ mark }) => mark.shared)).size).toBe(1)
    expect(same[0]?.mark).toMatchObject({
      shared: expect.any(String),
      oneOf: 1,
      stale: false,
      errorCode: 'INVALID_PRICE',
    })
    const over = shown({ productPrice: '130', discountedProductPrice: '120' })
    expect(over.map(({ mark }) => mark.stale)).toEqual(over.map(() => true))
  })
})

test('lines that were added after an order was sent are marked, because they were not sent', () => {
  const late = lateLines(
    { firstLine: 'L0', lines: ['L0', 'L1', 'L2', 'L3'] },
    outcomeOf({ state: 'registered' }),
  )
  expect(late.map(({ line }) => line)).toEqual(['L0', 'L3'])
  expect(late[0]?.mark).toEqual({
    severity: 'failure',
    source: 'desk',
    code: 'after_sending',
    params: {},
    oneOf: 1,
    stale: false,
  })
})
