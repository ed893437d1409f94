import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { addLine, keyOf } from './lines'

const NUMBER = 'orderInfo.mallOrderNumber'

test('an added line belongs to its order at once, and one undo removes it', () => {
  const book = new Workbook(sheets['orders/japan'], [
    { id: 'L1', rank: 1, texts: { [NUMBER]: 'A' } },
    { id: 'L2', rank: 2, texts: {} },
    { id: 'L3', rank: 3, texts: { [NUMBER]: 'B' } },
  ])
  const order = book.index.orderOf('L1')
  if (!order) throw new Error('no order')
  expect(keyOf(book, order)).toBe('A')
  addLine(book, order, 'new', null)
  expect(book.index.orderOf('L1')?.lines).toEqual(['L1', 'new'])
  expect(book.draft.order).toEqual(['L1', 'new', 'L2', 'L3'])
  book.undo()
  expect(book.draft.order).toEqual(['L1', 'L2', 'L3'])
})
