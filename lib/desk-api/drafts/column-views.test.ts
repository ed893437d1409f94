import { expect, test } from 'vitest'
import { defaultLayout } from '@/lib/sheet/view/columns/column-layout'
import { saveLayoutSchema } from './column-views'

const leave = (count: number) =>
  saveLayoutSchema.safeParse({
    sheetId: 'orders/japan',
    layout: {
      ...defaultLayout,
      widths: Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, 90])),
    },
  }).success

test('a layout has at most as many widths as a sheet can have columns', () => {
  expect([leave(300), leave(301)]).toEqual([true, false])
})
