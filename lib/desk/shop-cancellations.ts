import 'server-only'
import type * as z from 'zod'
import { authorName } from '@/lib/desk/author-name'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import type {
  CancellationView,
  CancelledOrders,
  reportCancelledSchema,
  resolveCancellationSchema,
} from '@/lib/desk-api/runs/shop-cancellations'
import * as ledger from '@/lib/ledger/ledger'
import type { CancellationsFound } from '@/lib/ledger/rules/shop-cancellations'
import { isInProgress } from '@/lib/ledger/rules/transitions'
import { database } from '@/lib/store/db/database'
import { type ListedCancellation, listCancellations } from '@/lib/store/ledger/orders/shop-cancellations'
import { sha256Hex, toStorable } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('cancelled')

/** Orders of a section. */
const MAX_LISTED = 500
const MAX_RESOLVED = 100

/** Removes orders that a file marks as cancelled from the queue, and lists those that were sent already. */
export function reportCancelled(
  { draftId, file, size, rows, numbers }: z.output<typeof reportCancelledSchema>,
  operatorId: string,
): Promise<CancellationsFound> {
  // Order numbers as the ledger has them: without blanks around them.
  const trimmed = [...new Set(numbers.map(number => toStorable(number).trim()))]
    .filter(number => number !== '')
    .sort()
  const digest = sha256Hex(JSON.stringify([size, rows, trimmed]))
  return ledger.recordShopCancellations(
    { draftId, file: toStorable(file), digest, numbers: trimmed },
    operatorId,
  )
}

/** Orders that the shop cancelled after they were queued or sent here. */
export async function cancelledOrders(): Promise<CancelledOrders> {
  const { longReads } = await database()
  const list = async (which: 'sent' | 'held' | 'resolved', limit: number) =>
    (await listCancellations(longReads, which, limit)).map(viewOf)
  return {
    sent: await list('sent', MAX_LISTED),
    held: await list('held', MAX_LISTED),
    resolved: await list('resolved', MAX_RESOLVED),
  }
}

const viewOf = (row: ListedCancellation): CancellationView => ({
  ...row,
  foundBy: row.foundBy && authorName(row.foundBy),
  isUnderWay: isInProgress(row.state),
})

/** Records what a person decided about an order that the shop cancelled. @returns the sentence about the result */
export async function resolveCancellation(
  { id, number, resolution, note }: z.output<typeof resolveCancellationSchema>,
  operatorId: string,
): Promise<Result<string>> {
  const done = await ledger.resolveShopCancellation(id, resolution, { operatorId, note })
  return done === 'done' ? ok(t(`done.${resolution}`, { number })) : fail(done, t(`problems.${done}`))
}
