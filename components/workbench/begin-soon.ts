import type { Workbook } from '@/lib/sheet/workbook'
import { afterPaint } from './soon'

/** Lines of a draft that is judged before it is painted: its marks are there from the first moment. */
const AT_ONCE = 500

/** Has a draft judged. @returns what calls that off */
export function beginSoon(workbook: Workbook): (() => void) | undefined {
  if (workbook.draft.order.length > AT_ONCE) return afterPaint(() => workbook.begin())
  workbook.begin()
  return undefined
}
