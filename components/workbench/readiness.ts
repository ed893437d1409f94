import type { Workbook } from '@/lib/sheet/workbook'
import type { RunView } from './actions'
import { isRunning } from './use-run'

/** Orders or products by what Register can do with them now. */
export interface Readiness {
  /** May go as they are. */
  readonly ready: number
  /** Were checked once, but changed since, or too long ago. */
  readonly stale: number
  readonly unchecked: number
  readonly failing: number
  /** Other drafts hold their numbers. */
  readonly elsewhere: number
  /** A run that stands still left these behind: Register goes on with them. */
  readonly waiting: number
}

/** Counts what Register can do, as the sheet is now. */
export const readinessOf = (workbook: Workbook, run: RunView | null): Readiness => ({
  ready: workbook.count('ready'),
  stale: workbook.count('stale'),
  unchecked: workbook.count('unchecked'),
  failing: workbook.count('failing'),
  elsewhere: workbook.count('elsewhere'),
  waiting: isRunning(run) ? 0 : workbook.count('waiting'),
})
