import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Database, database } from '@/lib/store/database'
import { closeErasedRun, forgetProofs, listCheckRuns, listDueOrders, nextDueRun } from '@/lib/store/erasure'
import type { LedgerOrderRow } from '@/lib/store/ledger'
import { readNames } from '@/lib/store/recipients'
import { endDailyWork, takeDailyWork } from '@/lib/store/retention'
import type { RunRow } from '@/lib/store/runs'
import { AT_ONCE, type Eraser, eraseCheckRun, eraseOrders, tidyDraft } from './erasure'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** The actor of what nobody pressed. */
export const RETENTION = 'retention'

/** Times in milliseconds. */
export interface Upkeep {
  readonly owner: string
  /** Milliseconds since the epoch. */
  now(): number
  /** Between two pieces of the work, so that operators do not feel it. */
  rest(): Promise<void>
  /** Whether the server is told to end: the work then stops after its piece, and goes on another time. */
  isClosing(): boolean
}

/**
 * The work that a server does once a day: names of old orders are read for the search, and personal data of orders that
 * were finished long enough ago is erased, some at a time. One process does it; another takes over when it is gone.
 * @returns orders that were erased; undefined when there was nothing to do, or another process does it
 */
export async function doDailyWork(database: Database, upkeep: Upkeep): Promise<number | undefined> {
  const take = () => {
    const now = upkeep.now()
    return takeDailyWork(database, upkeep.owner, iso(now - DAY), iso(now), iso(now + HOUR))
  }
  const sweep = new Sweep(database, upkeep)
  let erased = 0
  for (;;) {
    const work = await take()
    if (!work || upkeep.isClosing()) return undefined
    if (await readNames(database)) {
      const some = work.days === null ? undefined : await sweep.next(work.days)
      if (some === undefined) break
      erased += some
    }
    await upkeep.rest()
  }
  await endDailyWork(database.kysely, iso(upkeep.now()), erased)
  return erased
}

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * One pass over what is due: registrations by run and position, oldest first, so that what was sent together is erased
 * together; then what checks keep. Nothing of where it is is stored: what is erased says so itself, and a pass that was
 * cut short is begun again.
 */
class Sweep {
  private run: RunRow | undefined
  private from = 0
  private readonly tidied = new Set<string>()

  constructor(
    private readonly database: Database,
    private readonly upkeep: Pick<Upkeep, 'now'>,
  ) {}

  /** Erases some orders. @returns how many; undefined when nothing is due any more */
  async next(days: number): Promise<number | undefined> {
    const { kysely } = this.database
    const by: Eraser = { actor: RETENTION, now: this.upkeep.now() }
    const cutoff = iso(by.now - days * DAY)
    const due = await this.nextOrders(cutoff, by)
    if (due) {
      let erased = 0
      for (const rows of byDraft(due)) {
        await this.tidy(rows[0]?.draft_id ?? '', by, cutoff)
        erased += await eraseOrders(this.database, rows, by, 'kept')
      }
      return erased
    }
    const [run] = await listCheckRuns(kysely, { before: cutoff }, 1)
    if (run) {
      await eraseCheckRun(this.database, run, by, cutoff)
      return 0
    }
    await forgetProofs(kysely, cutoff)
    return undefined
  }

  /** The next due orders of the run at hand, else of the next one that has any; undefined: none has. */
  private async nextOrders(cutoff: string, by: Eraser): Promise<readonly LedgerOrderRow[] | undefined> {
    const { kysely } = this.database
    this.run ??= await nextDueRun(kysely, cutoff)
    while (this.run) {
      const { id } = this.run
      const due = await listDueOrders(kysely, id, { from: this.from, cutoff, limit: AT_ONCE })
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

function byDraft(rows: readonly LedgerOrderRow[]): Iterable<readonly LedgerOrderRow[]> {
  const drafts = new Map<string, LedgerOrderRow[]>()
  for (const row of rows) {
    const some = drafts.get(row.draft_id)
    if (some) some.push(row)
    else drafts.set(row.draft_id, [row])
  }
  return drafts.values()
}

/**
 * Looks every hour whether the daily work is due; for a server that has started.
 * @returns stops it after the piece it is at @param report told of trouble; the work is tried again an hour later
 */
export function startRetention(report: (error: unknown) => void): () => void {
  let isClosing = false
  const upkeep: Upkeep = {
    owner: randomUUID(),
    now: () => Date.now(),
    rest: () => setTimeout(20),
    isClosing: () => isClosing,
  }
  const look = () => {
    database()
      .then(open => doDailyWork(open, upkeep))
      .catch(report)
  }
  const timers = [globalThis.setTimeout(look, 30_000), setInterval(look, HOUR)]
  for (const timer of timers) timer.unref()
  return () => {
    isClosing = true
    for (const timer of timers) clearTimeout(timer)
  }
}
