import 'server-only'
import type { Handle } from '@/lib/store/database'
import {
  forgetLearned,
  type LearnedLimitRow,
  learnedLimits as listLearned,
  saveLearned,
} from '@/lib/store/learned-limits'
import type { Door } from './runner-ports'

/** What a request to a connection may carry now, and how many checks may be under way at once. */
export type Allowed = Readonly<Record<LearnedLimitRow['what'], number>>

/** A limit that a connection's service taught, as it holds now. */
export interface LearnedLimit {
  readonly what: LearnedLimitRow['what']
  readonly value: number
  readonly why: LearnedLimitRow['why']
  /** ISO 8601. */
  readonly learnedAt: string
}

const DAY_MS = 86_400_000

/** A limit grows back: each day that nothing taught it anew, it doubles. @param now milliseconds since the epoch */
export const grown = ({ value, learned_at }: Pick<LearnedLimitRow, 'value' | 'learned_at'>, now: number) =>
  value * 2 ** Math.max(0, Math.min(30, Math.floor((now - Date.parse(learned_at)) / DAY_MS)))

/**
 * What the operator chose for a connection, and what its service taught since, whichever is less.
 * @param most records of one request that its operation takes at most
 */
export async function allowed(
  handle: Handle,
  connectionId: string,
  chosen: Pick<Door, 'checkSize' | 'checkParallel' | 'registerSize'>,
  most: number,
  now: number,
): Promise<Allowed> {
  const learned = await listLearned(handle, connectionId)
  const least = (what: LearnedLimitRow['what'], value: number) => {
    const row = learned.find(one => one.what === what)
    return Math.max(1, Math.min(value, row ? grown(row, now) : value))
  }
  return {
    check_size: least('check_size', chosen.checkSize),
    check_parallel: least('check_parallel', chosen.checkParallel),
    register_size: least('register_size', chosen.registerSize),
    product_size: least('product_size', most),
  }
}

/** Remembers half of what was too much; never more than was remembered already. @param now milliseconds since the epoch */
export async function learnDown(
  handle: Handle,
  connectionId: string,
  what: LearnedLimitRow['what'],
  tooMuch: number,
  why: LearnedLimitRow['why'],
  now: number,
): Promise<void> {
  const before = (await listLearned(handle, connectionId)).find(one => one.what === what)
  const value = Math.max(1, Math.ceil(tooMuch / 2))
  if (before && grown(before, now) <= value) return
  const learned_at = new Date(now).toISOString()
  await saveLearned(handle, { connection_id: connectionId, what, value, why, learned_at })
}

/** What was learnt of a connection, for a screen that shows it. @param now milliseconds since the epoch */
export async function learnedLimits(
  handle: Handle,
  connectionId: string,
  now: number,
): Promise<readonly LearnedLimit[]> {
  return (await listLearned(handle, connectionId)).map(row => ({
    what: row.what,
    value: grown(row, now),
    why: row.why,
    learnedAt: row.learned_at,
  }))
}

/** An operator has the connection be asked for as much as was chosen again. */
export const resetLearned = (handle: Handle, connectionId: string): Promise<void> =>
  forgetLearned(handle, connectionId)
