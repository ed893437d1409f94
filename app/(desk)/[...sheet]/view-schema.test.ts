import { expect, test } from 'vitest'
import { ownLayout } from '@/lib/sheet/column-layout'
import { leaveSchema } from './view-schema'

const leave = (count: number) =>
  leaveSchema.safeParse({
    sheetId: 'orders/japan',
    layout: {
      ...ownLayout,
      widths: Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, 90])),
    },
  }).success

test('a layout tells the widths of as many columns as a sheet could have, and of no more', () => {
  expect([leave(300), leave(301)]).toEqual([true, false])
})
