import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { databaseTimeAt } from '@/lib/store/db/clock-offset'
import { type Database, database } from '@/lib/store/db/database'
import { deleteOldDispatchLimits } from '@/lib/store/drafts/dispatch-limits'
import { backfillSearchKeys } from '@/lib/store/drafts/search/line-search'
import { backfillRecipients } from '@/lib/store/ledger/history/recipients'
import { dropOldCancelledNumbers } from '@/lib/store/ledger/orders/cancelled-numbers'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { dropOldParcelKeys } from '@/lib/store/ledger/orders/parcel-keys'
import { listCheckRuns } from '@/lib/store/ledger/retention/check-erasure'
import { closeErasedRun, deleteProofs, listDueOrders, nextDueRun } from '@/lib/store/ledger/retention/erasure'
import { acquireDailyWork, completeDailyWork } from '@/lib/store/ledger/retention/retention'
import { findUnfinishedWork } from '@/lib/store/ledger/retention/unfinished-work'
import { deleteFinishedRunRequests } from '@/lib/store/ledger/runs/run-requests'
import type { RunRow } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS, HOUR_MS } from '@/lib/time-units'
import { CHUNK_SIZE, type Eraser, eraseCheckRun, eraseOrders, tidyDraft } from './erasure'

/** How long dispatch limits are kept after their day; Home names them for two weeks. */
const LIMITS_KEPT_MS = 21 * DAY_MS

/** How long numbers that a shop cancelled are remembered: exports seldom reach further back. */
const CANCELLED_KEPT_MS = 30 * DAY_MS

/** The actor of automatic erasure, in place of an operator's id. */
const RETENTION = 'retention'

/** What the daily work needs from outside: tests replace each. */
export interface DailyWorkContext {
  /** Unique to this process. */
  readonly owner: string
  /** Milliseconds since the epoch. */
  now(): number
  /** Waits between two chunks of work, so that operators do not notice it. */
  pause(): Promise<void>
  /** Whether the server is stopping: the work then stops after its chunk, and continues another time. */
  isClosing(): boolean
}

/**
 * The daily work of a server: it indexes old orders and lines for the search, and erases personal data of orders that
 * were finished long enough ago, in chunks. One process does it; another takes over when that one dies.
 * @returns how many orders were erased; undefined when the work was not due, or another process does it
 */
export async function doDailyWork(
  database: Database,
  context: DailyWorkContext,
): Promise<number | undefined> {
  const take = () => {
    const now = context.now()
    return acquireDailyWork(database, context.owner, iso(now - DAY_MS), iso(now), iso(now + HOUR_MS))
  }
  const sweep = new RetentionPass(database, context)
  let erased = 0
  for (;;) {
    const work = await take()
    if (!work || context.isClosing()) return undefined
    if ((await backfillRecipients(database)) && (await backfillSearchKeys(database))) {
      const some = work.days === null ? undefined : await sweep.next(work.days)
      if (some === undefined) break
      erased += some
    }
    await context.pause()
  }
  await deleteOldDispatchLimits(database.kysely, iso(context.now() - LIMITS_KEPT_MS).slice(0, 10))
  await deleteFinishedRunRequests(database.kysely, iso(context.now() - DAY_MS))
  await dropOldParcelKeys(database.kysely, iso(context.now() - DAY_MS))
  await dropOldCancelledNumbers(database.kysely, iso(context.now() - CANCELLED_KEPT_MS))
  await completeDailyWork(database.kysely, iso(context.now()), erased)
  return erased
}

/**
 * One pass over everything that is due: registrations by run and position, oldest first, so that orders that were sent
 * together are erased together; then the copies that checks keep. The position of a pass is not stored: erased rows are
 * marked, so an interrupted pass starts again.
 */
class RetentionPass {
  private run: RunRow | undefined
  private from = 0
  private readonly tidied = new Set<string>()

  constructor(
    private readonly database: Database,
    private readonly context: Pick<DailyWorkContext, 'now'>,
  ) {}

  /** Erases the next orders. @returns how many; undefined when nothing is due any more */
  async next(days: number): Promise<number | undefined> {
    const { kysely } = this.database
    const by: Eraser = { actor: RETENTION, now: this.context.now() }
    const cutoff = iso(by.now - days * DAY_MS)
    const due = await this.nextOrders(cutoff, by)
    if (due) {
      let erased = 0
      for (const [draftId, rows] of byDraft(due)) {
        const unfinished = await findUnfinishedWork(kysely, draftId, rows, cutoff)
        const finished = rows.filter(row => !unfinished.has(row.id))
        if (finished.length === 0) continue
        await this.tidy(draftId, by, cutoff)
        erased += await eraseOrders(this.database, finished, by, 'kept')
      }
      return erased
    }
    const [run] = await listCheckRuns(kysely, { before: cutoff }, 1)
    if (run) {
      await eraseCheckRun(this.database, run, by, cutoff)
      return 0
    }
    await deleteProofs(kysely, cutoff)
    return undefined
  }

  /** The next due orders, of the present run or the next one that has any; undefined when no run has any. */
  private async nextOrders(cutoff: string, by: Eraser): Promise<readonly LedgerOrderRow[] | undefined> {
    const { kysely } = this.database
    this.run ??= await nextDueRun(kysely, cutoff)
    while (this.run) {
      const { id } = this.run
      const due = await listDueOrders(kysely, id, { from: this.from, cutoff, limit: CHUNK_SIZE })
      const last = due.at(-1)
      if (last) {
        this.from = last.position + 1
        return due
      }
      await closeErasedRun(kysely, id, iso(by.now))
      this.run = await nextDueRun(kysely, cutoff, this.run)
      this.from = 0
    }
    return undefined
  }

  private async tidy(draftId: string, by: Eraser, cutoff: string) {
    if (this.tidied.has(draftId)) return
    await tidyDraft(this.database, draftId, by, cutoff)
    this.tidied.add(draftId)
  }
}

function byDraft(rows: readonly LedgerOrderRow[]): ReadonlyMap<string, readonly LedgerOrderRow[]> {
  const drafts = new Map<string, LedgerOrderRow[]>()
  for (const row of rows) {
    const some = drafts.get(row.draft_id)
    if (some) some.push(row)
    else drafts.set(row.draft_id, [row])
  }
  return drafts
}

/**
 * The clock of the database, in milliseconds since the epoch: a server whose own clock is ahead must not erase early.
 * @param now this server's clock
 */
export async function retentionClock(
  database: Pick<Database, 'clock'>,
  now: () => number = Date.now,
): Promise<() => number> {
  const ahead = await databaseTimeAt(database, 0, now)
  return () => now() + ahead
}

/**
 * Looks every hour whether the daily work is due; the server calls this once when it starts.
 * @param report gets errors; the work is tried again an hour later
 * @returns stops the work after its present chunk
 */
export function startRetention(report: (error: unknown) => void): () => void {
  let isClosing = false
  const context: Omit<DailyWorkContext, 'now'> = {
    owner: randomUUID(),
    pause: () => setTimeout(20),
    isClosing: () => isClosing,
  }
  const look = () => {
    database()
      .then(async open => doDailyWork(open, { ...context, now: await retentionClock(open) }))
      .catch(report)
  }
  const timers = [globalThis.setTimeout(look, 30_000), setInterval(look, HOUR_MS)]
  for (const timer of timers) timer.unref()
  return () => {
    isClosing = true
    for (const timer of timers) clearTimeout(timer)
  }
}
