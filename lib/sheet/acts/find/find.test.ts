import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textAt } from '@/lib/sheet/draft/draft'
import { codeNames, valueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { findAll, type Hits, hitCell, hitPosition, planReplace, replaceCells, wholeSheet } from './find'
import { compileQuery, matchesPattern, replaceIn, type SearchQuery } from './find-pattern'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const NAME = 'recipient.name'
const ITEM = 'items[].name'
const columns = sheet.columns.map(column => column.id)
const plain: SearchQuery = {
  text: '',
  matchCase: false,
  wholeCell: false,
  expression: false,
  anyWidth: false,
}
const pace = async () => {}

function open(texts: readonly Texts[]): Workbook {
  const lines = texts.map((of, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: of }))
  return new Workbook(sheet, lines)
}

function patternOf(query: Partial<SearchQuery>): RegExp {
  const reading = compileQuery({ ...plain, ...query })
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.pattern
}

async function find(workbook: Workbook, query: Partial<SearchQuery>, space = {}): Promise<Hits> {
  const pattern = patternOf(query)
  const hits = await findAll(
    workbook,
    { lines: wholeSheet(workbook), columns, ...space },
    async texts => texts.map(text => matchesPattern(text, pattern)),
    pace,
  )
  if (!hits) throw new Error('it gave up')
  return hits
}

async function replace(workbook: Workbook, query: Partial<SearchQuery>, by: string) {
  const { expression = false } = query
  const hits = await find(workbook, query)
  const mend = async (texts: readonly string[]) =>
    texts.map(text => replaceIn(text, patternOf(query), by, expression))
  const plan = await planReplace(workbook, hits, mend, pace)
  if (!plan) throw new Error('it gave up')
  return { plan, ...replaceCells(workbook, plan.changes, null) }
}

const cellsOf = (hits: Hits) => hits.rows.map((_, i) => hitCell(hits, i))
const allTexts = (workbook: Workbook) => workbook.draft.order.map(id => workbook.draft.lines.get(id)?.texts)

const two = () =>
  open([
    { [NUMBER]: 'A-1', [NAME]: '山田', [ITEM]: 'wallet' },
    { [NUMBER]: 'A-1', [NAME]: '山田', [ITEM]: 'belt' },
    { [NUMBER]: 'A-2', [NAME]: '山田', [ITEM]: 'Wallet' },
  ])

test('an order’s cell that its lines repeat is found once, where it is shown', async () => {
  const hits = await find(two(), { text: '山田' })
  expect(cellsOf(hits)).toEqual([
    { line: 'L1', column: NAME },
    { line: 'L3', column: NAME },
  ])
  expect(hits.orders).toBe(2)
})

test('hits are in the order of the screen and only in the searched columns', async () => {
  const workbook = two()
  workbook.arrange({ sort: { column: NUMBER, descending: true }, filter: noFilter })
  expect(cellsOf(await find(workbook, { text: 'wallet' })).map(cell => cell?.line)).toEqual(['L3', 'L1'])
  expect((await find(workbook, { text: 'wallet' }, { columns: [NAME] })).rows).toEqual([])
  const some = { has: (line: string, column: string) => line === 'L1' && column === ITEM }
  expect(cellsOf(await find(workbook, { text: 'a' }, some))).toEqual([{ line: 'L1', column: ITEM }])
})

test('the active cell is at a hit or between two hits', async () => {
  const hits = await find(two(), { text: 'wallet' })
  expect(hitPosition(hits, null)).toEqual({ at: 0, isHit: false })
  expect(hitPosition(hits, { line: 'L1', column: ITEM })).toEqual({ at: 0, isHit: true })
  expect(hitPosition(hits, { line: 'L2', column: ITEM })).toEqual({ at: 1, isHit: false })
  expect(hitPosition(hits, { line: 'L3', column: ITEM })).toEqual({ at: 1, isHit: true })
})

test('a replacement also changes hidden repeats, and is one act', async () => {
  const workbook = two()
  const before = allTexts(workbook)
  const { plan, done } = await replace(workbook, { text: '山田' }, '山本')
  expect(plan.changes.map(({ line, before: was, after }) => [line, was, after])).toEqual([
    ['L1', '山田', '山本'],
    ['L3', '山田', '山本'],
  ])
  expect(done).toBe(2)
  expect(workbook.draft.order.map(line => textAt(workbook.draft, line, NAME))).toEqual([
    '山本',
    '山本',
    '山本',
  ])
  workbook.undo()
  expect(allTexts(workbook)).toEqual(before)
  expect(workbook.history.canUndo).toBe(false)
})

test('orders at the service are counted and stay unchanged', async () => {
  const workbook = two()
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: 'A-1',
      lineIds: ['L1', 'L2'],
      state: 'registered',
      fingerprint: '',
      failures: [],
      orderId: '1',
    },
  ])
  const { plan, done } = await replace(workbook, { text: 'wallet' }, 'purse')
  expect([plan.locked, done]).toEqual([1, 1])
  expect(textAt(workbook.draft, 'L1', ITEM)).toBe('wallet')
  expect(textAt(workbook.draft, 'L3', ITEM)).toBe('purse')
})

test('cells that changed since the preview are skipped', async () => {
  const workbook = two()
  const hits = await find(workbook, { text: 'belt' })
  const plan = await planReplace(workbook, hits, async texts => texts.map(() => 'sash'), pace)
  replaceCells(workbook, [{ line: 'L2', column: ITEM, before: 'belt', after: 'scarf' }], null)
  expect(replaceCells(workbook, plan?.changes ?? [], null).done).toBe(0)
  expect(textAt(workbook.draft, 'L2', ITEM)).toBe('scarf')
})

test('a pattern that takes too long ends the search', async () => {
  const space = { lines: wholeSheet(two()), columns }
  expect(await findAll(two(), space, async () => undefined, pace)).toBeUndefined()
})

const letters = fc.stringMatching(/^[aAb1１ガ]{0,4}$/)
const line = fc.record({ [NUMBER]: fc.constantFrom('', '1', 'a', 'A'), [NAME]: letters, [ITEM]: letters })
const query = fc.record({
  text: fc.stringMatching(/^[aAb1ガ]{1,2}$/),
  matchCase: fc.boolean(),
  wholeCell: fc.boolean(),
})

/** The oracle for replacements: compares letter by letter, without patterns. */
function naively(text: string, { text: what, matchCase, wholeCell }: SearchQuery, by: string): string {
  const same = (a: string) => (matchCase ? a === what : a.toLowerCase() === what.toLowerCase())
  if (wholeCell) return same(text) ? by : text
  let out = ''
  for (let i = 0; i < text.length; ) {
    const here = text.slice(i, i + what.length)
    out += same(here) ? by : (text[i] ?? '')
    i += same(here) ? what.length : 1
  }
  return out
}

test('replacing all equals the oracle, and undo restores every byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), query, letters, async (texts, what, by) => {
      const filled = texts.map(of => Object.fromEntries(Object.entries(of).filter(([, text]) => text !== '')))
      const workbook = open(filled)
      const before = allTexts(workbook)
      const wanted = filled.map(of =>
        Object.fromEntries(
          Object.entries(of)
            .map(([column, text]) => [column, naively(text, { ...plain, ...what }, by)])
            .filter(([, text]) => text !== ''),
        ),
      )
      const { done } = await replace(workbook, what, by)
      expect(allTexts(workbook)).toEqual(wanted)
      if (done > 0) workbook.undo()
      expect(allTexts(workbook)).toEqual(before)
    }),
  )
})

describe('names of codes', () => {
  const DECLARED = 'orderInfo.isExportDeclaration'
  const COUNTRY = 'recipient.country'
  const names = (id: string) => {
    const column = sheet.columns.find(known => known.id === id)
    return column && codeNames(valueDisplay(column, 'ko'))
  }
  const lines: readonly Texts[] = [
    { [NUMBER]: 'A', [COUNTRY]: 'JP', [DECLARED]: 'true', [NAME]: '일본 예술' },
    { [NUMBER]: 'B', [COUNTRY]: 'KR', [DECLARED]: 'false' },
  ]
  async function search(workbook: Workbook, query: Partial<SearchQuery>) {
    const pattern = patternOf(query)
    const matches = async (texts: readonly string[]) => texts.map(text => matchesPattern(text, pattern))
    const space = { lines: wholeSheet(workbook), columns }
    const hits = await findAll(workbook, space, matches, pace, undefined, names)
    if (!hits) throw new Error('it gave up')
    return hits
  }
  const cellsOf = (hits: Hits) => hits.rows.map((_, at) => hitCell(hits, at)?.column)

  test('are found where cells show them, and so are the stored codes', async () => {
    const workbook = open(lines)
    expect(cellsOf(await search(workbook, { text: '일본' })).toSorted()).toEqual([COUNTRY, NAME])
    expect(cellsOf(await search(workbook, { text: '예', wholeCell: true }))).toEqual([DECLARED])
    expect(cellsOf(await search(workbook, { text: 'true' }))).toEqual([DECLARED])
    expect(cellsOf(await search(workbook, { text: 'KR', matchCase: true }))).toEqual([COUNTRY])
  })

  test.each([
    [
      '일본',
      '대한민국',
      [
        ['일본 예술', '대한민국 예술'],
        ['JP', 'KR'],
      ],
    ],
    ['JP', 'kr', [['JP', 'KR']]],
    ['아니요', '예', [['false', 'true']]],
    // No country has this name, so only the ordinary text changes.
    ['일', '이', [['일본 예술', '이본 예술']]],
  ])('%s replaced by %s', async (text, by, changes) => {
    const workbook = open(lines)
    const pattern = patternOf({ text, matchCase: true })
    const mend = async (texts: readonly string[]) => texts.map(one => replaceIn(one, pattern, by, false))
    const plan = await planReplace(
      workbook,
      await search(workbook, { text, matchCase: true }),
      mend,
      pace,
      names,
    )
    expect(plan?.changes.map(({ before, after }) => [before, after]).toSorted()).toEqual(changes.toSorted())
  })
})
