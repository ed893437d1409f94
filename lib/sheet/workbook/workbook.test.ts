import { describe, expect, test } from 'vitest'
import { sameText, writeCells } from '@/lib/sheet/acts/cells'
import { removeLines } from '@/lib/sheet/acts/lines'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { formatTsv, parseTsv } from '@/lib/sheet/codecs/tsv'
import { assemble } from '@/lib/sheet/judge/assemble'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { pasteBlock } from '@/testing/sheet/paste-block'
import { Workbook } from './workbook'

const sheet = sheets['orders/japan']
const ids = sheet.columns.map(column => column.id)
const NUMBER = 'orderInfo.mallOrderNumber'

let made = 0
const newId = () => `N${++made}`
const names = () => []

/** A workbook that judges at once. */
function open(lines: { id: string; rank: number; texts: Record<string, string> }[] = []) {
  const workbook = new Workbook(sheet, lines)
  workbook.scheduleTask = work => work()
  workbook.begin()
  return workbook
}
const good = (count: number) =>
  sampleOrders(count).map((texts, i) => ({ id: `L${i + 1}`, rank: i + 1, texts }))
const target = (workbook: Workbook, top = 0, left = 0, end: Partial<CellRange> = {}) => ({
  rows: [...workbook.visible],
  filled: workbook.visible.length,
  columns: sheet.columns,
  ranges: [{ top, left, bottom: top, right: left, ...end }],
})
const failing = (workbook: Workbook) =>
  workbook.visible.flatMap(line =>
    [...workbook.line(line).marks.cells].flatMap(([column, marks]) =>
      marks
        .filter(mark => mark.severity === 'failure')
        .map(mark => `${line} ${column} ${mark.code ?? mark.message}${mark.stale ? ' stale' : ''}`),
    ),
  )
const outcome = (
  workbook: Workbook,
  line: string,
  state: 'passed' | 'failing' | 'registered',
  failures: { field: string; message: string }[] = [],
) => {
  const order = workbook.index.orderOf(line)
  const record = order && assemble(workbook.draft, order, sheet).record
  const payload = writeJson(record)
  return {
    mallOrderNumber: 'x',
    lineIds: order?.lines ?? [],
    state,
    fingerprint: fingerprint(payload),
    failures,
    payload,
    position: 0,
  }
}

test('valid sample orders have no marks', () => {
  const workbook = open(good(5))
  expect(failing(workbook)).toEqual([])
  expect(workbook.count('unchecked')).toBe(5)
})

describe('failures that the desk finds before an order is sent', () => {
  const marksOf = (column: string, text: string) => {
    const [line] = good(1)
    const workbook = open(line ? [{ ...line, texts: { ...line.texts, [column]: text } }] : [])
    return failing(workbook)
  }
  test.each([
    ['recipient.zipCode', '', 'missing'],
    ['recipient.zipCode', '  ', 'missing'],
    ['items[].price', '1O,500', 'not_a_number'],
    ['items[].price', '무료', 'not_a_number'],
    ['items[].price', '6.12E+11', 'scientific'],
    ['items[].price', '0.1234567890123456789', 'too_precise'],
    ['items[].quantity', '1.5', 'not_an_integer'],
    ['items[].quantity', '3000000000', 'too_large'],
    ['recipient.name', '山'.repeat(51), 'too_long'],
    ['recipient.country', 'KR', 'not_a_choice'],
    ['orderInfo.incoterms', 'FOB', 'not_a_choice'],
    ['orderInfo.isExportDeclaration', 'maybe', 'not_a_flag'],
    ['warehouseId', '9223372036854775808', 'too_large'],
    ['recipient.address', 'a\u0000b', 'control_character'],
  ])('%s = %j is %s', (column, text, code) => {
    expect(marksOf(column, text)).toEqual([`L1 ${column} ${code}`])
  })

  test.each([
    ['items[].price', '1,200'],
    ['items[].price', '１２００'],
    ['items[].quantity', '２'],
    ['items[].quantity', '2.0'],
    ['recipient.addressDetail', ''],
    ['recipient.name', '𠮷'.repeat(50)],
    ['orderInfo.incoterms', 'ddp'],
    ['warehouseId', '9223372036854775807'],
    ['recipient.email', ''],
  ])('%s = %j is accepted', (column, text) => {
    expect(marksOf(column, text)).toEqual([])
  })

  test('a number of two orders is a failure of both until one of them gets another number', () => {
    const workbook = open(good(3))
    const first = workbook.text({ line: 'L1', column: NUMBER })
    writeCells(workbook, { ids: [] }, new Map([['L3', { [NUMBER]: first }]]), null)
    expect(failing(workbook)).toEqual([`L1 ${NUMBER} repeated_here`, `L3 ${NUMBER} repeated_here`])
    workbook.undo()
    expect(failing(workbook)).toEqual([])
  })
})

describe('lines and orders', () => {
  const order = (number: string, name: string) => ({
    ...good(1)[0]?.texts,
    [NUMBER]: number,
    'items[].name': name,
  })

  test('changing an order cell also changes its repeats on the other lines', () => {
    const workbook = open([
      { id: 'L1', rank: 1, texts: order('A', 'wallet') },
      { id: 'L2', rank: 2, texts: order('A', 'beanie') },
    ])
    writeCells(workbook, { ids: [] }, new Map([['L1', { 'recipient.zipCode': '530-0001' }]]), null)
    expect(workbook.text({ line: 'L2', column: 'recipient.zipCode' })).toBe('530-0001')
    expect(failing(workbook)).toEqual([])
    expect(workbook.line('L2').hidden.has('recipient.zipCode')).toBe(true)
  })

  test('deleting the first line of an order moves its order cells to the next line, not to the order above', () => {
    const workbook = open([
      { id: 'L1', rank: 1, texts: order('A', 'wallet') },
      { id: 'L2', rank: 2, texts: order('B', 'beanie') },
      { id: 'L3', rank: 3, texts: itemOnly(order('B', 'candle')) },
    ])
    removeLines(workbook, ['L2'], null)
    expect(workbook.index.orderOf('L3')?.firstLine).toBe('L3')
    expect(workbook.text({ line: 'L3', column: NUMBER })).toBe('B')
    expect(failing(workbook)).toEqual([])
    workbook.undo()
    expect(workbook.index.orderOf('L3')?.lines).toEqual(['L2', 'L3'])
    expect(workbook.text({ line: 'L3', column: NUMBER })).toBe('')
  })

  test('two lines of one order that contradict each other are a failure of the second', () => {
    const workbook = open([
      { id: 'L1', rank: 1, texts: order('A', 'wallet') },
      { id: 'L2', rank: 2, texts: { ...order('A', 'beanie'), 'recipient.city': '大阪市' } },
    ])
    expect(failing(workbook)).toEqual(['L2 recipient.city disagrees'])
  })

  const itemOnly = (texts: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([column, text]) =>
        column.startsWith('items') && text ? [[column, text]] : [],
      ),
    )
})

describe('pasting', () => {
  const block = (count: number, columns = ids) =>
    formatTsv(sampleOrders(count).map(texts => columns.map(column => texts[column] ?? '')))

  test('a block that extends past the last line adds lines, in one undo step', () => {
    const workbook = open(good(10))
    const pasted = pasteBlock(
      workbook,
      { ids: ['S1'] },
      parseTsv(block(500)),
      { ...target(workbook, 9), rows: [...workbook.visible, 'S1'] },
      names,
      newId,
    )
    expect(pasted.plan.received).toMatchObject({ top: 9, bottom: 508 })
    expect(workbook.draft.order[10]).toBe('S1')
    expect(workbook.draft.order).toHaveLength(509)
    workbook.undo()
    expect(workbook.draft.order).toHaveLength(10)
    workbook.redo()
    expect(workbook.draft.order).toHaveLength(509)
  })

  test('a block with a row of paths is assigned by these paths, in any order', () => {
    const workbook = open()
    const text = formatTsv([
      ['items[].price', NUMBER, 'Unknown', 'recipient.zipCode'],
      ['12,500', 'A-1', 'lost', '150-0041'],
    ])
    const pasted = pasteBlock(
      workbook,
      { ids: ['S1'] },
      parseTsv(text),
      { ...target(workbook, 0, 5), rows: ['S1'] },
      names,
      newId,
    )
    expect(workbook.line('S1').texts).toEqual({
      'items[].price': '12,500',
      [NUMBER]: 'A-1',
      'recipient.zipCode': '150-0041',
    })
    expect(pasted.plan.unknown).toEqual(['Unknown'])
    expect(pasted.plan.clipped).toEqual({ cells: 1, first: ['lost'] })
  })

  test('a column of paths alone is assigned by its path, also one without a point', () => {
    for (const path of ['warehouseId', 'recipient.zipCode']) {
      const workbook = open()
      const at = { ...target(workbook), rows: ['S1'] }
      pasteBlock(workbook, { ids: ['S1'] }, [[path], ['7']], at, names, newId)
      expect(workbook.line('S1').texts).toEqual({ [path]: '7' })
    }
  })

  test('of headings that name one column twice the first is pasted, and the others are reported', () => {
    const workbook = open()
    const block = [
      ['recipient.zipCode', 'items[0].name', 'recipient.zipCode', 'items[1].name', 'Unknown'],
      ['150-0041', 'Wallet', '', 'Belt', 'lost'],
    ]
    const at = { ...target(workbook), rows: ['S1'] }
    const { plan } = pasteBlock(workbook, { ids: ['S1'] }, block, at, names, newId)
    expect(workbook.line('S1').texts).toEqual({ 'recipient.zipCode': '150-0041', 'items[].name': 'Wallet' })
    expect([plan.repeated, plan.unknown]).toEqual([['recipient.zipCode', 'items[1].name'], ['Unknown']])
    expect(plan.clipped.first).toEqual(['Belt', 'lost'])
  })

  test('headings are also recognised by their names, with stars, brackets and other widths', () => {
    const words = (column: { id: string }) =>
      column.id === NUMBER ? ['Order no.'] : column.id === 'recipient.name' ? ['Recipient name'] : []
    const workbook = open()
    const text = 'Ｒecipient  Name*\tOrder no.(required)\n山田\tA-1'
    pasteBlock(workbook, { ids: ['S1'] }, parseTsv(text), { ...target(workbook), rows: ['S1'] }, words, newId)
    expect(workbook.line('S1').texts).toEqual({ 'recipient.name': '山田', [NUMBER]: 'A-1' })
  })

  test('texts past the right edge are reported, and one value fills the selection', () => {
    const workbook = open(good(3))
    const edge = pasteBlock(
      workbook,
      { ids: [] },
      [['x', 'y']],
      target(workbook, 0, ids.length - 1),
      names,
      newId,
    )
    expect(edge.plan.clipped).toEqual({ cells: 1, first: ['y'] })
    pasteBlock(workbook, { ids: [] }, [['7']], target(workbook, 0, 1, { bottom: 2 }), names, newId)
    expect(workbook.visible.map(line => workbook.text({ line, column: 'warehouseId' }))).toEqual([
      '7',
      '7',
      '7',
    ])
  })
})

describe('outcomes of the service', () => {
  test('an order that is rejected without a reason is a failure of its line until it is changed', () => {
    const workbook = open(good(2))
    workbook.serverFacts.addOutcomes([outcome(workbook, 'L2', 'failing')])
    const lineMarks = () => workbook.line('L2').marks.line.map(mark => `${mark.code} ${mark.stale}`)
    expect(lineMarks()).toEqual(['no_reason false'])
    expect(workbook.line('L1').marks.line).toEqual([])
    writeCells(workbook, { ids: [] }, new Map([['L2', { 'recipient.city': 'x' }]]), null)
    expect(lineMarks()).toEqual(['no_reason true'])
  })

  test('a failure without a message is marked on its cell, with a sentence of the desk', () => {
    const workbook = open(good(1))
    workbook.serverFacts.addOutcomes([
      outcome(workbook, 'L1', 'failing', [{ field: 'recipient.city', message: ' ' }]),
    ])
    const marks = workbook.line('L1').marks.cells.get('recipient.city')
    expect(marks?.map(mark => [mark.code, mark.message])).toEqual([['no_reason', undefined]])
  })

  const reason = { field: 'recipient.zipCode', message: '우편번호 형식이 올바르지 않습니다.' }

  test('a mark goes stale when its cell is edited, and returns with the value by undo', () => {
    const workbook = open(good(2))
    workbook.serverFacts.addOutcomes([
      outcome(workbook, 'L1', 'failing', [reason]),
      outcome(workbook, 'L2', 'passed'),
    ])
    expect(failing(workbook)).toEqual([`L1 recipient.zipCode ${reason.message}`])
    expect([workbook.count('failing'), workbook.count('ready')]).toEqual([1, 1])
    writeCells(workbook, { ids: [] }, new Map([['L1', { 'recipient.zipCode': '530-0001' }]]), null)
    expect(failing(workbook)).toEqual([`L1 recipient.zipCode ${reason.message} stale`])
    expect(workbook.count('stale')).toBe(1)
    workbook.undo()
    expect(failing(workbook)).toEqual([`L1 recipient.zipCode ${reason.message}`])
  })

  test('orders with errors of our own are counted by the result of their last check, and not once they are registered', () => {
    const workbook = open(good(4))
    workbook.serverFacts.addOutcomes([
      outcome(workbook, 'L1', 'failing', [reason]),
      outcome(workbook, 'L2', 'passed'),
      outcome(workbook, 'L4', 'registered'),
    ])
    expect(workbook.ownErrors).toEqual({ unchecked: 0, passed: 0, failed: 0 })
    const blank = { 'recipient.name': '' }
    const lines = ['L1', 'L2', 'L3', 'L4'].map(line => [line, blank] as const)
    writeCells(workbook, { ids: [] }, new Map(lines), null)
    expect(workbook.ownErrors).toEqual({ unchecked: 1, passed: 1, failed: 1 })
    workbook.undo()
    expect(workbook.ownErrors).toEqual({ unchecked: 0, passed: 0, failed: 0 })
  })

  test('a response lands on the lines that were sent, whatever was sorted or deleted meanwhile', () => {
    const workbook = open(good(9))
    const sent = outcome(workbook, 'L7', 'failing', [reason])
    workbook.arrange({ sort: { column: 'items[].price', descending: true }, filter: noFilter })
    removeLines(workbook, ['L5'], null)
    workbook.serverFacts.addOutcomes([sent])
    expect(failing(workbook)).toEqual([`L7 recipient.zipCode ${reason.message}`])
  })

  test('a registered order is read-only: neither edits, deletions nor undo touch it', () => {
    const workbook = open(good(2))
    writeCells(workbook, { ids: [] }, new Map([['L1', { 'recipient.city': '大阪市' }]]), null)
    workbook.serverFacts.addOutcomes([{ ...outcome(workbook, 'L1', 'registered'), orderId: '100000001' }])
    const before = workbook.line('L1').texts
    expect(writeCells(workbook, { ids: [] }, new Map([['L1', { 'recipient.city': 'x' }]]), null).locked).toBe(
      1,
    )
    const everything = [{ top: 0, bottom: 0, left: 0, right: ids.length - 1 }]
    const blank = sameText({ rows: ['L1'], filled: 1, columns: sheet.columns }, everything, '')
    expect(writeCells(workbook, { ids: [] }, blank, null).locked).toBe(ids.length)
    removeLines(workbook, ['L1'], null)
    workbook.undo()
    expect(workbook.line('L1').texts).toBe(before)
    expect(workbook.line('L1').orderId).toBe('100000001')
  })

  test('undo skips acts that concern only registered orders, and leaves nothing to save', () => {
    const workbook = open(good(2))
    const write = (line: string, city: string) =>
      writeCells(workbook, { ids: [] }, new Map([[line, { 'recipient.city': city }]]), null)
    write('L2', '京都市')
    write('L1', '大阪市')
    workbook.serverFacts.addOutcomes([{ ...outcome(workbook, 'L1', 'registered'), orderId: '100000001' }])
    let patches = 0
    workbook.onPatch = () => patches++
    expect(workbook.undo()).toBe(null)
    expect(workbook.line('L1').texts['recipient.city']).toBe('大阪市')
    expect(workbook.line('L2').texts['recipient.city']).not.toBe('京都市')
    expect(workbook.redo()).toBe(null)
    expect(workbook.line('L2').texts['recipient.city']).toBe('京都市')
    expect(patches).toBe(2)
    workbook.serverFacts.addOutcomes([{ ...outcome(workbook, 'L2', 'registered'), orderId: '100000002' }])
    expect([workbook.undo(), workbook.redo(), patches]).toEqual([undefined, undefined, 2])
  })
})

test('a typed text is judged at once, even while other orders wait', () => {
  const workbook = open(good(100))
  const waiting: (() => void)[] = []
  workbook.scheduleTask = work => waiting.push(work)
  workbook.serverFacts.addOutcomes(good(100).map(({ id }) => outcome(workbook, id, 'passed')))
  expect(waiting).toHaveLength(1)
  writeCells(workbook, { ids: [] }, new Map([['L99', { 'items[].quantity': 'x' }]]), null)
  expect(failing(workbook)).toEqual(['L99 items[].quantity not_a_number'])
})

test('a large paste is painted before it is judged, and later slices do not wait for a frame', () => {
  const workbook = open(good(3000))
  const waiting: { readonly work: () => void; readonly when: string | undefined }[] = []
  workbook.scheduleTask = (work, when) => waiting.push({ work, when })
  writeCells(workbook, { ids: [] }, new Map(good(3000).map(({ id }) => [id, { remark: 'x' }])), null)
  for (let at = 0; at < waiting.length; at++) waiting[at]?.work()
  expect(workbook.isJudging).toBe(false)
  expect(waiting[0]?.when).toBe('after paint')
  expect(new Set(waiting.slice(1).map(({ when }) => when))).toEqual(new Set(['at rest']))
})

test('sorting keeps the lines of an order together, and clearing the sort restores the order of the draft', () => {
  const [a, b] = good(2)
  const workbook = open([
    { id: 'A1', rank: 1, texts: { ...a?.texts, 'items[].price': '10' } },
    { id: 'A2', rank: 2, texts: { 'items[].name': 'x', 'items[].price': '900' } },
    { id: 'B1', rank: 3, texts: { ...b?.texts, 'items[].price': '100' } },
  ])
  workbook.arrange({ sort: { column: 'items[].price', descending: false }, filter: noFilter })
  expect(workbook.visible).toEqual(['A1', 'A2', 'B1'])
  workbook.arrange({ sort: { column: 'items[].price', descending: true }, filter: noFilter })
  expect(workbook.visible).toEqual(['A1', 'A2', 'B1'])
  writeCells(workbook, { ids: [] }, new Map([['B1', { 'items[].price': '1000' }]]), null)
  workbook.arrange({ sort: { column: 'items[].price', descending: true }, filter: noFilter })
  expect(workbook.visible).toEqual(['B1', 'A1', 'A2'])
  workbook.arrange({ sort: null, filter: noFilter })
  expect(workbook.visible).toEqual(['A1', 'A2', 'B1'])
})

describe('while outcomes are being loaded', () => {
  const registered = () => {
    const known = open(good(2))
    return [outcome(known, 'L1', 'registered')]
  }
  const statuses = (workbook: Workbook) =>
    workbook.firstLines().map(firstLine => workbook.statusOf(firstLine))

  test('no order is shown as unchecked, and loaded outcomes count at once', () => {
    const lines = [
      ...good(2),
      ...good(1).map(line => ({ ...line, id: 'L3', rank: 3, texts: { [NUMBER]: 'x' } })),
    ]
    const workbook = new Workbook(sheet, lines, { outcomes: registered(), isAll: false })
    expect(workbook.isLocked('L1')).toBe(true)
    expect(statuses(workbook)).toEqual(['awaited', 'awaited', 'awaited'])
    workbook.begin()
    expect(statuses(workbook)).toEqual(['registered', 'awaited', 'failing'])
    expect([workbook.count('unchecked'), workbook.count('registered')]).toEqual([0, 1])
    workbook.serverFacts.completeOutcomes()
    expect(statuses(workbook)).toEqual(['registered', 'unchecked', 'failing'])
    expect(workbook.count('awaited')).toBe(0)
  })

  test('an order with a warning is awaited as well', () => {
    const workbook = new Workbook(sheet, good(1), { outcomes: [], isAll: false })
    workbook.serverFacts.setWarehouses(new Set(['none of these']))
    workbook.begin()
    expect(statuses(workbook)).toEqual(['awaited'])
    expect(workbook.count('warning')).toBe(1)
    workbook.serverFacts.completeOutcomes()
    expect(statuses(workbook)).toEqual(['unchecked'])
  })

  test('orders are awaited again after a change of connection', () => {
    const workbook = open(good(2))
    expect(statuses(workbook)).toEqual(['unchecked', 'unchecked'])
    workbook.serverFacts.replaceOutcomes([], false)
    expect(statuses(workbook)).toEqual(['awaited', 'awaited'])
    workbook.serverFacts.addOutcomes(registered())
    workbook.serverFacts.completeOutcomes()
    expect(statuses(workbook)).toEqual(['registered', 'unchecked'])
  })
})
