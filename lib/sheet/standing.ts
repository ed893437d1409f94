import type { Judgement } from './judge-order'
import { isLocked, type Outcome } from './outcomes'

/**
 * Where an order stands, in one word:
 * `unchecked` nothing refuses it, nobody has asked the service · `failing` the desk or the last check refuses it ·
 * `stale` edited since its check · `ready` passed as it is now · `busy` being registered · `registered` ·
 * `unknown` sent, but nobody knows what became of it · `awaited` what is known of it has not come yet.
 */
export type Standing =
  | 'awaited'
  | 'unchecked'
  | 'failing'
  | 'stale'
  | 'ready'
  | 'busy'
  | 'registered'
  | 'unknown'

/**
 * @param changed whether the order now differs from what the outcome is about
 * @param isAsked whether a check of the service must pass; else what the desk takes is ready
 */
export function standingOf(
  judgement: Judgement | undefined,
  outcome: Outcome | undefined,
  changed: boolean,
  isAsked: boolean,
): Standing {
  if (outcome && isLocked(outcome)) {
    if (outcome.state === 'registered' || outcome.state === 'unknown') return outcome.state
    return 'busy'
  }
  if (!judgement || judgement.failing) return judgement ? 'failing' : 'unchecked'
  if (!outcome) return isAsked ? 'unchecked' : 'ready'
  if (changed) return isAsked ? 'stale' : 'ready'
  return outcome.state === 'passed' ? 'ready' : 'failing'
}
