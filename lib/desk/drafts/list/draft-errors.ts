import 'server-only'
import type { OwnErrors } from '@/lib/store/drafts/draft-list'
import type { DraftStatusCounts } from '@/lib/store/drafts/status'

type Counts = Pick<DraftStatusCounts, 'passed' | 'failing' | 'checkedAt'>

/**
 * Adds the errors that the sheet finds itself to what checks found, so that lists count as the sheet does: a record
 * with any error is failing, and counts once.
 * @param countedAt when the errors were counted, by the clock of the ledger like `checkedAt`. A check after that did
 *   not send these records, and the results of earlier checks of them are not in `counts` any more.
 */
export function withOwnErrors<T extends Counts>(counts: T, own: OwnErrors, countedAt: string): T {
  const isCheckedSince = counts.checkedAt !== null && counts.checkedAt >= countedAt
  const [passed, failed] = isCheckedSince ? [0, 0] : [own.passed, own.failed]
  return {
    ...counts,
    passed: Math.max(0, counts.passed - passed),
    failing: counts.failing + own.unchecked + own.passed + own.failed - Math.min(failed, counts.failing),
  }
}
