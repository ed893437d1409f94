import { expect, test } from 'vitest'
import { failingColumns } from './failing-columns'
import { sheets } from './sheets'
import { Workbook } from './workbook'

const sheet = sheets['orders/japan']

test('failures are counted by the columns that they stand in', () => {
  const texts = { ...sheet.sample(1)[0], [sheet.key]: 'A1', 'items[].price': 'x', 'recipient.zipCode': '' }
  const lines = ['A1', 'A2'].map((number, i) => ({
    id: number,
    rank: i,
    texts: { ...texts, [sheet.key]: number },
  }))
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  expect(failingColumns(workbook.failures, sheet.columns)).toEqual(
    new Map([
      ['items[].price', 2],
      ['recipient.zipCode', 2],
    ]),
  )
})

test('what may be in one of several columns counts in each of them', () => {
  const groups = [{ key: 'oneOf\nname\nservice\n?', count: 3 }] as never
  expect(failingColumns({ groups }, sheet.columns)).toEqual(
    new Map(['recipient.name', 'items[].name', 'sender.name'].map(id => [id, 3])),
  )
})
