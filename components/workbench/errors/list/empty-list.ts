import { isStopped } from '@/components/workbench/run/run-state'
import type { RunView } from '@/lib/desk-api/runs/runs'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** The sentences of an empty list of errors, by their names in the messages. */
export type EmptyListSentence = 'looking' | 'stopped' | 'stoppedRegistration' | 'none' | 'noneChecked'

type Counts = Pick<Workbook, 'isActInProgress' | 'isJudging' | 'count' | 'orderCount'>

/** Which sentence says what an empty list of errors means: only after a complete check, that there are none. */
export function emptyListSentence(workbook: Counts, run: RunView | null): EmptyListSentence {
  if (workbook.isActInProgress || workbook.isJudging) return 'looking'
  // A run that stopped before its last order has not found every error.
  if (run && isStopped(run) && run.left > 0) return run.kind === 'check' ? 'stopped' : 'stoppedRegistration'
  return isChecked(workbook) ? 'none' : 'noneChecked'
}

/** Statuses of orders that have passed a check. */
const checkedStatuses = ['ready', 'again', 'busy', 'waiting', 'registered', 'unknown'] as const

/** Whether a check found no errors in some orders, or would send none because other drafts hold all of them. */
const isChecked = (workbook: Counts): boolean =>
  checkedStatuses.some(status => workbook.count(status) > 0) ||
  (workbook.orderCount > 0 && workbook.count('elsewhere') === workbook.orderCount)
