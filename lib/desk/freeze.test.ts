import { afterEach, expect, test, vi } from 'vitest'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { freezeOrders } from './freeze'

afterEach(() => vi.restoreAllMocks())

/** Counts the turns that others have, until it is told to stop. */
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

test('others have their turn while numbers are looked through, and between orders', async () => {
  // A clock by which every look at it takes a millisecond, so that no slow machine matters.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now++)
  const turns = countTurns()
  let before: number | undefined
  const held = new Map<string, unknown>()
  held.has = () => {
    before ??= turns.count
    return true
  }
  await freezeOrders(lines(12_800), sheets['orders/japan'], { held })
  turns.stop()
  // The numbers of 12,800 orders take a hundred looks, of which a turn has ten.
  expect(before).toBeGreaterThan(5)
  expect(turns.count).toBeGreaterThan(1000)
})

test('what is held stays, what fails is withheld, and numbers that stand twice are found', async () => {
  const [one, two, three, four] = sampleOrders(4, 1)
  const number = 'orderInfo.mallOrderNumber'
  // Lines that stand together would be one order.
  const draft = [one, two, three, { ...four, [number]: two?.[number] ?? '' }].map((texts, rank) => ({
    id: `line ${rank}`,
    rank,
    texts: texts ?? {},
  }))
  const { orders, withheld, withheldByColumn } = await freezeOrders(draft, sheets['orders/japan'], {
    held: new Map([['line 0', 'REGISTERED']]),
  })
  expect(orders.map(order => order.lineIds)).toEqual([['line 2']])
  expect(withheld).toBe(2)
  expect(Object.fromEntries(withheldByColumn)).toEqual({ [number]: 2 })
})

test('an order that is registered is not frozen again when lines are added to it, above or below', async () => {
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
    (await freezeOrders(draft, sheet, { held })).orders.map(order => order.lineIds.join(' + '))
  expect(await frozen(new Map())).toEqual(['added above + registered + added below', 'another order'])
  expect(await frozen(new Map([['registered', 'REGISTERED']]))).toEqual(['another order'])
})
