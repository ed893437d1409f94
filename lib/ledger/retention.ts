import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Database, database } from '@/lib/store/database'
import { keptLines } from '@/lib/store/draft-erasure'
import { forgetProofs, listCheckRuns, listDue } from '@/lib/store/erasure'
import type { LedgerOrderRow } from '@/lib/store/ledger'
import { readNames } from '@/lib/store/recipients'
import { endDailyWork, takeDailyWork } from '@/lib/store/retention'
import { AT_ONCE, type Eraser, eraseCheckAnswers, eraseCheckRun, eraseRows } from './erasure'

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
  let erased = 0
  for (;;) {
    const work = await take()
    if (!work || upkeep.isClosing()) return undefined
    if (await readNames(database)) {
      const some = work.days === null ? undefined : await eraseSome(database, upkeep, work.days)
      if (some === undefined) break
      erased += some
    }
    await upkeep.rest()
  }
  await endDailyWork(database.kysely, iso(upkeep.now()), erased)
  return erased
}

const iso = (ms: number) => new Date(ms).toISOString()

/** @returns how many orders were erased; undefined when nothing is due any more */
async function eraseSome(open: Database, upkeep: Upkeep, days: number): Promise<number | undefined> {
  const by: Eraser = { actor: RETENTION, now: upkeep.now() }
  const cutoff = iso(by.now - days * DAY)
  const due = await listDue(open.longReads, cutoff, AT_ONCE)
  for (const rows of byDraft(due)) {
    const draftId = rows[0]?.draft_id ?? ''
    await open.write(async trx => {
      const besides = new Set(rows.map(row => row.id))
      await eraseRows(trx, rows, by, await keptLines(trx, draftId, besides))
    })
    await eraseCheckAnswers(open, draftId, by, cutoff)
  }
  if (due.length > 0) return due.length
  const [run] = await listCheckRuns(open.kysely, { before: cutoff }, 1)
  if (run) {
    await eraseCheckRun(open, run, by, cutoff)
    return 0
  }
  await forgetProofs(open.kysely, cutoff)
  return undefined
}

function byDraft(rows: readonly LedgerOrderRow[]): Iterable<readonly LedgerOrderRow[]> {
  const drafts = new Map<string, LedgerOrderRow[]>()
  for (const row of rows) drafts.set(row.draft_id, [...(drafts.get(row.draft_id) ?? []), row])
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
