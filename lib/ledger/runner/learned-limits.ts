import 'server-only'
import type { LearnedLimit } from '@/lib/ledger/rules/learned-limit'
import type { Db } from '@/lib/store/db/database'
import {
  deleteLearnedLimits,
  type LearnedLimitRow,
  listLearnedLimits,
  saveLearnedLimit,
} from '@/lib/store/ledger/requests/learned-limits'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import type { OpenConnection } from './open-connection'

/** Sizes of requests to a connection, and how many checks may be under way at the same time. */
export type RequestLimits = Readonly<Record<LearnedLimitRow['what'], number>>

/** A limit doubles for each day since it was learned. @param now milliseconds since the epoch */
const currentValue = ({ value, learned_at }: Pick<LearnedLimitRow, 'value' | 'learned_at'>, now: number) =>
  value * 2 ** Math.max(0, Math.min(30, Math.floor((now - Date.parse(learned_at)) / DAY_MS)))

/**
 * The lower of what the operator chose for a connection and what was learned from its service.
 * @param maxElements of one request of the operation
 * @param now milliseconds since the epoch
 */
export async function effectiveLimits(
  db: Db,
  connectionId: string,
  chosen: Pick<OpenConnection, 'checkSize' | 'checkParallel' | 'registerSize'>,
  maxElements: number,
  now: number,
): Promise<RequestLimits> {
  const learned = await listLearnedLimits(db, connectionId)
  const least = (what: LearnedLimitRow['what'], value: number) => {
    const row = learned.find(one => one.what === what)
    return Math.max(1, Math.min(value, row ? currentValue(row, now) : value))
  }
  return {
    check_size: least('check_size', chosen.checkSize),
    check_parallel: least('check_parallel', chosen.checkParallel),
    register_size: least('register_size', chosen.registerSize),
    product_size: least('product_size', maxElements),
  }
}

/** Learns half of `tooMuch` as the new limit, unless a lower one holds. @param now milliseconds since the epoch */
export async function reduceLimit(
  db: Db,
  connectionId: string,
  what: LearnedLimitRow['what'],
  tooMuch: number,
  why: LearnedLimitRow['why'],
  now: number,
): Promise<void> {
  const before = (await listLearnedLimits(db, connectionId)).find(one => one.what === what)
  const value = Math.max(1, Math.ceil(tooMuch / 2))
  if (before && currentValue(before, now) <= value) return
  const learned_at = iso(now)
  await saveLearnedLimit(db, { connection_id: connectionId, what, value, why, learned_at })
}

/** The learned limits of a connection. @param now milliseconds since the epoch */
export async function learnedLimits(
  db: Db,
  connectionId: string,
  now: number,
): Promise<readonly LearnedLimit[]> {
  return (await listLearnedLimits(db, connectionId)).map(row => ({
    what: row.what,
    value: currentValue(row, now),
    why: row.why,
    learnedAt: row.learned_at,
  }))
}

/** Forgets the learned limits of a connection. */
export const resetLearnedLimits = (db: Db, connectionId: string): Promise<void> =>
  deleteLearnedLimits(db, connectionId)
