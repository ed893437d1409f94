import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOf } from '@/lib/sheet/draft/draft'
import { groupingColumns, groupLines } from '@/lib/sheet/orders/grouping'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { splitOrders } from './plan-fill'

const sheet = sheets['orders/japan']
const textsOf = fc.record({
  [sheet.key]: fc.constantFrom('', ' ', 'A', ' A ', 'B'),
  'recipient.name': fc.constantFrom('', '山田', '鈴木'),
  'items[].name': fc.constantFrom('', 'bag'),
})
const hiddenTexts = fc.constantFrom<Texts>(
  {},
  { '[].$source': 'f:0:2' },
  { '[].$source': 'f:0:1.4' },
  { '[].$source': 'f:1:2' },
  { '[].$source': 'g:0:2', '[].$apart': '{"lead":"L0"}' },
)

test('lines are split into the same orders as in the sheet, with or without numbers, of one or several files and reports', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(textsOf, hiddenTexts), { maxLength: 12 }), all => {
      const lines = all.map(
        ([texts, hidden], at): Line => ({ id: `L${at}`, rank: at, texts: { ...texts, ...hidden } }),
      )
      const orders = groupLines(draftOf(lines), groupingColumns(sheet.columns, sheet.key))
      expect([...splitOrders(lines, sheet)].map(order => order.map(({ id }) => id))).toEqual(
        orders.map(order => order.lines),
      )
    }),
    { numRuns: 500 },
  )
})
