import type { Judgement } from '@/lib/sheet/judge/judge-order'
import { isAtService, type OrderOutcome } from './outcomes'

/**
 * Status of an order:
 * `unchecked` the desk accepts it, the service has not checked it · `failing` the desk or the last check rejects it ·
 * `stale` edited since its check · `ready` passed as it is now · `busy` being registered · `registered` ·
 * `waiting` queued behind a paused run · `unknown` sent, and the outcome cannot be proved · `elsewhere` an order of
 * another draft holds its number · `again` rejected before without a reason, and passed as it is now · `awaited` its
 * outcome has not been loaded yet.
 */
export type OrderStatus =
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
 * @param isChanged whether the order differs from the one that the outcome is about
 * @param hasCheck whether a check of the service must pass; else an order that the desk accepts is ready
 * @param isSending whether queued orders are being sent; else they wait until an operator resumes their run
 */
export function statusOf(
  judgement: Pick<Judgement, 'isFailing'> | undefined,
  outcome: OrderOutcome | undefined,
  isChanged: boolean,
  hasCheck: boolean,
  isSending: boolean,
): OrderStatus {
  if (outcome && isAtService(outcome)) {
    if (outcome.state === 'registered' || outcome.state === 'unknown') return outcome.state
    return outcome.state === 'queued' && !isSending ? 'waiting' : 'busy'
  }
  if (!judgement || judgement.isFailing) return judgement ? 'failing' : 'unchecked'
  if (!outcome) return hasCheck ? 'unchecked' : 'ready'
  if (isChanged) return hasCheck ? 'stale' : 'ready'
  if (outcome.state !== 'passed') return 'failing'
  return outcome.rejectedAt === undefined ? 'ready' : 'again'
}
