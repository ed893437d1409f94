import { expect, test } from 'vitest'
import { applyPatch } from '@/lib/sheet/draft/draft'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { keptOrders, separated } from './kept-orders'

const sheet = sheets['orders/japan']

/** A sheet of lines by their numbers; '' continues the order above. */
const sheetOf = (...numbers: readonly string[]) =>
  new Workbook(
    sheet,
    numbers.map((number, i) => ({
      id: `l${i}`,
      rank: i + 1,
      texts: { ...(number !== '' && { [sheet.key]: number }), 'items[].name': `I${i}` },
    })),
  )

const order = (lines: readonly string[], remaining: readonly string[]) => ({
  lines: new Set(lines),
  remaining,
})

test('an order that loses some of its lines is kept, one that loses all is not', () => {
  const { draft, index } = sheetOf('A', '', '', 'B', '')
  const lost = ['l0', 'l3', 'l4'].flatMap(id => draft.lines.get(id) ?? [])
  expect(keptOrders(index, lost)).toEqual([order(['l0', 'l1', 'l2'], ['l1', 'l2'])])
})

test('what remains among the lines of another order moves below them, and stays together', () => {
  const workbook = sheetOf('Mina', 'A', '', '', 'C')
  const patch = separated(workbook.edits, order(['gone', 'l1', 'l2'], ['l1', 'l2']), new Set(['l0', 'l3']))
  if (!patch) throw new Error('nothing moved')
  applyPatch(workbook.draft, patch)
  expect(workbook.draft.order).toEqual(['l0', 'l3', 'l1', 'l2', 'l4'])
})

test.each([
  ['only its own lines are below it', ['A', '', 'C'], order(['l0', 'l1', 'gone'], ['l0', 'l1']), ['l2']],
  ['it has no number', ['Mina', '', ''], order(['gone', 'l1'], ['l1']), ['l0', 'l2']],
  ['the other line came as an item of it', ['A', '', ''], order(['l0', 'l2', 'gone'], ['l0', 'l2']), ['l1']],
  ['the other lines did not come with the removal', ['M', 'A', ''], order(['gone', 'l1'], ['l1']), ['l9']],
])('what remains stays where it is if %s', (_, numbers, kept, inserted) => {
  expect(separated(sheetOf(...numbers).edits, kept, new Set(inserted))).toBeUndefined()
})
