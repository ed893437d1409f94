import { expect, test } from 'vitest'
import type { Mark } from '@/lib/sheet/judge/marks'
import { placeDuplicate } from '@/lib/sheet/judge/warnings/duplicates'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { testWords } from '@/testing/workbench/test-source'
import { titleOf } from './failure-words'

const sheet = sheets['orders/japan']
const workbook = new Workbook(sheet, [{ id: 'L1', rank: 1, texts: { [sheet.key]: 'A-1' } }])
const titleOfMark = (mark: Mark) =>
  titleOf({ firstLine: 'L1', line: 'L1', column: sheet.key, mark }, workbook, testWords, key => key)

test('the warning about the same parcel is not titled as one about the order number, where it is shown', () => {
  const { column, mark } = placeDuplicate('L1', sheet.key, { number: 'A-2', state: 'here' })
  expect(column).toBe(sheet.key)
  expect(titleOfMark(mark)).toBe('failures.sameParcel')
  expect(titleOfMark({ ...mark, code: 'cancelled_before' })).toBe(sheet.key)
})
