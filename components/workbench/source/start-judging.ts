import { afterPaint } from '@/components/workbench/tasks/schedule-task'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** A draft of at most this many lines is judged before it is painted, so that its marks are visible from the start. */
const MAX_LINES_BEFORE_PAINT = 500

const isSmall = ({ draft }: Workbook) => draft.order.length <= MAX_LINES_BEFORE_PAINT

/** Judges a small draft now, before the first paint. */
export function judgeBeforePaint(workbook: Workbook): void {
  if (!isSmall(workbook)) return
  const { scheduleTask: defer } = workbook
  workbook.scheduleTask = work => work()
  workbook.begin()
  workbook.scheduleTask = defer
}

/** Judges any other draft after the first paint. @returns cancels that */
export function judgeAfterPaint(workbook: Workbook): (() => void) | undefined {
  return isSmall(workbook) ? undefined : afterPaint(() => workbook.begin())
}
