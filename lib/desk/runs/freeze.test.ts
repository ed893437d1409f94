import { afterEach, expect, test, vi } from 'vitest'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { markAsSample } from '@/lib/sheet/schema/samples/sample-number'
import { sheets } from '@/lib/sheet/schema/sheets'
import { freezeOrders } from './freeze'

afterEach(() => vi.restoreAllMocks())

/** Counts turns of the event loop until it is stopped. */
function countTurns() {
  const turns = { count: 0, stop: () => {} }
  let next = setImmediate(function turn() {
    turns.count++
    next = setImmediate(turn)
  })
  turns.stop = () => clearImmediate(next)
  return turns
}

const lines = (count: number) =>
  sampleOrders(count, 1).map((texts, rank) => ({ id: `line ${rank}`, rank, texts }))

test('the event loop runs while numbers are read, and between orders', async () => {
  // Each call of the clock takes a millisecond, so the result does not depend on the machine.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now++)
  const turns = countTurns()
  let before: number | undefined
  const held = new Map<string, unknown>()
  held.has = () => {
    before ??= turns.count
    return true
  }
  await freezeOrders(lines(12_800), sheets['orders/japan'], { isProduction: false, requirements: [], held })
  turns.stop()
  // Reading the numbers of 12,800 orders takes a hundred calls of the clock, ten per turn.
  expect(before).toBeGreaterThan(5)
  expect(turns.count).toBeGreaterThan(1000)
})

test('held orders stay, failing orders are withheld, and repeated numbers are found', async () => {
  const [one, two, three, four] = sampleOrders(4, 1)
  const number = 'orderInfo.mallOrderNumber'
  // Adjacent lines with the same number would be one order.
  const draft = [one, two, three, { ...four, [number]: two?.[number] ?? '' }].map((texts, rank) => ({
    id: `line ${rank}`,
    rank,
    texts: texts ?? {},
  }))
  const { orders, withheld, withheldByColumn } = await freezeOrders(draft, sheets['orders/japan'], {
    isProduction: false,
    requirements: [],
    held: new Map([['line 0', 'REGISTERED']]),
  })
  expect(orders.map(order => order.lineIds)).toEqual([['line 2']])
  expect(withheld).toBe(2)
  expect(Object.fromEntries(withheldByColumn)).toEqual({ [number]: 2 })
})

test('a registered order is not frozen again when lines are added above or below it', async () => {
  const sheet = sheets['orders/japan']
  const number = 'orderInfo.mallOrderNumber'
  const [one = {}, two = {}] = sampleOrders(2, 1)
  const { [number]: _, ...item } = one
  const draft = [
    { id: 'added above', rank: 1, texts: one },
    { id: 'registered', rank: 2, texts: one },
    { id: 'added below', rank: 3, texts: item },
    { id: 'another order', rank: 4, texts: two },
  ]
  const frozen = async (held: Map<string, unknown>) =>
    (await freezeOrders(draft, sheet, { isProduction: false, requirements: [], held })).orders.map(order =>
      order.lineIds.join(' + '),
    )
  expect(await frozen(new Map())).toEqual(['added above + registered + added below', 'another order'])
  expect(await frozen(new Map([['registered', 'REGISTERED']]))).toEqual(['another order'])
})

test('sample orders are never sent to production, and a sample with another number is an order', async () => {
  const sheet = sheets['orders/japan']
  const [sample = {}, edited = {}] = markAsSample(sampleOrders(2, 1), sheet.key)
  const draft = [
    { id: 'sample', rank: 0, texts: sample },
    { id: 'edited', rank: 1, texts: { ...edited, [sheet.key]: 'A-7' } },
  ]
  const sent = async (isProduction: boolean) => {
    const { orders, withheld } = await freezeOrders(draft, sheet, {
      isProduction,
      requirements: [],
      held: new Map(),
    })
    return { lines: orders.flatMap(order => order.lineIds), withheld }
  }
  expect(await sent(true)).toEqual({ lines: ['edited'], withheld: 1 })
  expect(await sent(false)).toEqual({ lines: ['sample', 'edited'], withheld: 0 })
})

test('an order that breaks a requirement of the connection is withheld, and one with a warning is sent', async () => {
  const url = 'items[].itemUrl'
  const [one = {}, two = {}, three = {}] = sampleOrders(3, 1)
  const draft = [
    { id: 'no url', rank: 0, texts: { ...one, [url]: '' } },
    { id: 'plain url', rank: 1, texts: { ...two, [url]: 'http://shop.example/2' } },
    { id: 'complete', rank: 2, texts: { ...three, [url]: 'https://shop.example/3' } },
  ]
  const { orders, withheld, withheldByColumn } = await freezeOrders(draft, sheets['orders/japan'], {
    isProduction: false,
    requirements: [
      { column: url, rule: { kind: 'required' }, severity: 'error' },
      { column: url, rule: { kind: 'starts_with', prefix: 'https://' }, severity: 'warning' },
    ],
    held: new Map(),
  })
  expect(orders.map(order => order.lineIds)).toEqual([['plain url'], ['complete']])
  expect(withheld).toBe(1)
  expect(Object.fromEntries(withheldByColumn)).toEqual({ [url]: 1 })
})
