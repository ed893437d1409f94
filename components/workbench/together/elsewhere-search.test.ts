import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Holder } from '@/lib/sheet/judge/status/other-drafts'
import type { Line } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { ElsewhereSearch } from './elsewhere-search'

const sheet = sheets['orders/japan']

/** Orders, … and a server that knows which drafts hold them. */
function open(count: number, holders: Holder[] = []) {
  const lines = sampleOrders(count).map(
    (texts, i): Line => ({ id: `L${i}`, rank: i, texts: { ...texts, [sheet.key]: `A-${i + 1}` } }),
  )
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  const requests: (readonly string[])[] = []
  const reported: (readonly string[])[] = []
  let isAway = false
  let isReportLost = false
  const search = new ElsewhereSearch(workbook, {
    find: async numbers => {
      requests.push(numbers)
      if (isAway) return undefined
      return { holders: holders.filter(({ number }) => numbers.includes(number)), cancelled: [] }
    },
    report: async numbers => {
      reported.push(numbers)
      return !isReportLost
    },
  })
  search.start()
  return {
    workbook,
    search,
    requests,
    reported,
    holders,
    goAway: (is: boolean) => {
      isAway = is
    },
    loseReports: (is: boolean) => {
      isReportLost = is
    },
  }
}

const holder = (number: string, state: Holder['state'] = 'registered'): Holder => ({
  number,
  state,
  path: '/orders/japan/d1',
  draft: 'Monday',
})

const type = (workbook: Workbook, line: string, before: string, after: string) =>
  workbook.perform(
    {
      changes: [{ line, before: { [sheet.key]: before }, after: { [sheet.key]: after } }],
      inserted: [],
      removed: [],
    },
    null,
  )

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('numbers are looked up after a delay, together, each once', async () => {
  const { workbook, requests } = open(3)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toEqual([['A-1', 'A-2', 'A-3']])
  type(workbook, 'L0', 'A-1', 'B-1')
  type(workbook, 'L1', 'A-2', 'B-2')
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests.slice(1)).toEqual([['B-1', 'B-2']])
})

test.each([
  ['orders are under way elsewhere', false],
  ['the server is away', true],
])('edits of other cells hasten no follow-up while %s', async (_, isAway) => {
  const { workbook, requests, goAway } = open(3, [holder('A-1', 'sending')])
  goAway(isAway)
  await vi.advanceTimersByTimeAsync(1000)
  const before = requests.length
  for (let second = 0; second < 60; second++) {
    const texts = (text: string) => ({ 'recipient.name': text })
    const edit = { line: 'L2', before: texts(`Mina ${second}`), after: texts(`Mina ${second + 1}`) }
    workbook.perform({ changes: [edit], inserted: [], removed: [] }, null)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(requests.length - before).toBeGreaterThan(8)
  expect(requests.length - before).toBeLessThan(14)
})

test('a large draft is looked up some thousand at a time', async () => {
  const { requests } = open(4100)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests.map(({ length }) => length)).toEqual([2000, 2000, 100])
})

test('held numbers are reported for lists of drafts once, and again when they change', async () => {
  const { search, reported, holders } = open(3, [holder('A-1'), holder('A-3')])
  await vi.advanceTimersByTimeAsync(1000)
  expect(reported).toEqual([['A-1', 'A-3']])
  search.again()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reported).toHaveLength(1)
  holders.splice(0)
  search.again()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reported.slice(1)).toEqual([[]])
})

test('a report that did not arrive is repeated after the next look-up', async () => {
  const { search, reported, loseReports } = open(1, [holder('A-1')])
  loseReports(true)
  await vi.advanceTimersByTimeAsync(1000)
  loseReports(false)
  search.again()
  await vi.advanceTimersByTimeAsync(1000)
  search.again()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reported).toEqual([['A-1'], ['A-1']])
})

test('a draft without held numbers reports that once: an earlier report may be outdated', async () => {
  const { reported } = open(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(reported).toEqual([[]])
})

test('an order that is being sent elsewhere is looked up until it is registered, and not after that', async () => {
  const { workbook, requests, holders } = open(2, [holder('A-1', 'sending')])
  await vi.advanceTimersByTimeAsync(1000)
  holders[0] = holder('A-1')
  await vi.advanceTimersByTimeAsync(6000)
  expect(requests.slice(1)).toEqual([['A-1']])
  expect(workbook.line('L0').marks.line[0]?.params).toMatchObject({ state: 'registered' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(2)
})

test('a number that is typed while an order is under way elsewhere is looked up at once', async () => {
  const { workbook, requests } = open(2, [holder('A-1', 'sending')])
  await vi.advanceTimersByTimeAsync(1000)
  type(workbook, 'L1', 'A-2', 'B-2')
  await vi.advanceTimersByTimeAsync(400)
  expect(requests.slice(1)).toEqual([['A-1', 'B-2']])
})

test('a request without a response is repeated, but not after the end', async () => {
  const { search, requests, goAway } = open(1)
  goAway(true)
  await vi.advanceTimersByTimeAsync(1000)
  goAway(false)
  await vi.advanceTimersByTimeAsync(6000)
  expect(requests).toEqual([['A-1'], ['A-1']])
  search.again()
  search.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(2)
})
