import { expect, test } from 'vitest'
import { assemble } from './assemble'
import { listFailures, nextStop } from './failure-list'
import { fingerprint, writeJson } from './json'
import { sampleOrders } from './sample'
import { sheets } from './sheets'
import { Workbook } from './workbook'

const sheet = sheets['orders/japan']

/** The first of two orders has two failures on its contact, the second one that fits no cell and one on its number. */
function failures() {
  const workbook = new Workbook(
    sheet,
    sampleOrders(2).map((texts, i) => ({ id: `L${i + 1}`, rank: i + 1, texts })),
  )
  workbook.begin()
  const said = (line: string, fields: string[]) => ({
    mallOrderNumber: line,
    lineIds: [line],
    state: 'failing' as const,
    fingerprint: fingerprint(
      writeJson(assemble(workbook.draft, { lead: line, lines: [line] }, sheet).record),
    ),
    failures: fields.map(field => ({ field, message: field })),
  })
  workbook.hear([
    said('L1', ['recipient.contact', 'recipient.contact', 'items[0].price']),
    said('L2', ['routing', sheet.key]),
  ])
  return listFailures(workbook)
}
const place = (at: number, step: 1 | -1) => {
  const stop = nextStop(failures(), at, step, sheet.key)
  return `${stop?.line} ${stop?.column ?? 'line'}`
}

test('two failures of one cell are two in the list and one stop on the walk', () => {
  expect(failures().map(failure => `${failure.line} ${failure.column ?? 'line'}`)).toEqual([
    'L1 recipient.contact',
    'L1 recipient.contact',
    'L1 items[].price',
    'L2 line',
    'L2 orderInfo.mallOrderNumber',
  ])
  expect(place(-1, 1)).toBe('L1 recipient.contact')
  expect(place(0, 1)).toBe('L1 items[].price')
  expect(place(2, -1)).toBe('L1 recipient.contact')
})

test('a failure of the line and one of its number share a stop, and the walk goes around the ends', () => {
  expect(place(3, 1)).toBe('L1 recipient.contact')
  expect(place(0, -1)).toBe('L2 orderInfo.mallOrderNumber')
  expect(place(5, -1)).toBe('L2 orderInfo.mallOrderNumber')
})

test('where nothing fails there is nowhere to go, and a single failure is gone to again', () => {
  expect(nextStop([], -1, 1, sheet.key)).toBeUndefined()
  const [only] = failures()
  expect(only && nextStop([only], 0, 1, sheet.key)).toBe(only)
})
