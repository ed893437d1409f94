import type { Judgement } from './judge-order'
import { isLocked, type Outcome } from './outcomes'

/**
 * Where an order stands, in one word:
 * `unchecked` nothing refuses it, nobody has asked the service · `failing` the desk or the last check refuses it ·
 * `stale` edited since its check · `ready` passed as it is now · `busy` being registered · `registered` ·
 * `waiting` queued behind a run that stands still · `unknown` sent, but nobody knows what became of it · `elsewhere` an
 * order of another draft holds its number · `again` refused before without a reason, and passed as it is now ·
 * `awaited` what is known of it has not come yet.
 */
export type Standing =
  | 'awaited'
  | 'unchecked'
  | 'failing'
  | 'stale'
  | 'ready'
  | 'busy'
  | 'waiting'
  | 'registered'
  | 'unknown'
  | 'elsewhere'
  | 'again'

/**
 * @param changed whether the order now differs from what the outcome is about
 * @param isMoving whether what is queued is being sent: else it waits until somebody lets its run go on
 * @param isAsked whether a check of the service must pass; else what the desk takes is ready
 */
export function standingOf(
  judgement: Judgement | undefined,
  outcome: Outcome | undefined,
  changed: boolean,
  isAsked: boolean,
  isMoving: boolean,
): Standing {
  if (outcome && isLocked(outcome)) {
    if (outcome.state === 'registered' || outcome.state === 'unknown') return outcome.state
    return outcome.state === 'queued' && !isMoving ? 'waiting' : 'busy'
  }
  if (!judgement || judgement.failing) return judgement ? 'failing' : 'unchecked'
  if (!outcome) return isAsked ? 'unchecked' : 'ready'
  if (changed) return isAsked ? 'stale' : 'ready'
  if (outcome.state !== 'passed') return 'failing'
  return outcome.refusedAt === undefined ? 'ready' : 'again'
}
