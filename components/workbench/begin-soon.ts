import type { Workbook } from '@/lib/sheet/workbook'
import { afterPaint } from './soon'

/** Lines of a draft that is judged before it is painted: its marks are there from the first moment. */
const AT_ONCE = 500

const isSmall = ({ draft }: Workbook) => draft.order.length <= AT_ONCE

/** Has a small draft judged before anything of it is drawn. */
export function beginAtOnce(workbook: Workbook): void {
  if (!isSmall(workbook)) return
  const { defer } = workbook
  workbook.defer = work => work()
  workbook.begin()
  workbook.defer = defer
}

/** Has any other draft judged once it was painted. @returns what calls that off */
export function beginSoon(workbook: Workbook): (() => void) | undefined {
  return isSmall(workbook) ? undefined : afterPaint(() => workbook.begin())
}
