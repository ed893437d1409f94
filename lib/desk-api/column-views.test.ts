import { expect, test } from 'vitest'
import { defaultLayout } from '@/lib/sheet/view/columns/column-layout'
import { leaveColumnsSchema } from './column-views'

const leave = (count: number) =>
  leaveColumnsSchema.safeParse({
    sheetId: 'orders/japan',
    layout: {
      ...defaultLayout,
      widths: Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, 90])),
    },
  }).success

test('a layout tells the widths of as many columns as a sheet could have, and of no more', () => {
  expect([leave(300), leave(301)]).toEqual([true, false])
})
