import 'server-only'
import type { DeskOutcome } from '@/lib/ledger/outcomes/outcomes'
import { checkedForm, PASS_LIFETIME_MS, type PreparedOrder } from '@/lib/ledger/rules/prepared'
import { iso } from '@/lib/store/stored-values'

// Which orders of a draft a run sends, by the outcomes that they have had on its connection.

/** A check repeats passes that are older than this, so that they do not expire between Check and Register. */
const PASS_RENEWED_AFTER_MS = (PASS_LIFETIME_MS * 2) / 3

/** Whether the shop cancelled an order before it was sent: a pass would make it count as ready. */
export const isCancelledByShop = (outcome: DeskOutcome | undefined): boolean =>
  outcome?.failures?.some(({ code }) => code === 'cancelled_by_shop') === true

/**
 * Whether an order passed a check recently and has not changed since, so that a check need not send it.
 * @param now the clock of the ledger, in milliseconds since the epoch: it stamps the pass and lets it expire
 */
export function isFreshPass(
  order: PreparedOrder,
  outcome: DeskOutcome | undefined,
  now: number,
): outcome is DeskOutcome {
  const since = iso(now - PASS_RENEWED_AFTER_MS)
  return outcome?.state === 'passed' && outcome.checkedAt >= since && isUnchanged(order, outcome)
}

/** Which orders a registration is for. */
interface RegistrationTerms {
  /** Whether the service checks records of the sheet: then only those that passed are registered. */
  readonly hasCheck: boolean
  /** Whether only records are sent that were rejected in their current form; all others, if not. */
  readonly isAgain: boolean
}

/** Whether a registration sends an order. The ledger decides afterwards whether its number is free. */
export function isRegistrable(
  order: PreparedOrder,
  outcome: DeskOutcome | undefined,
  { hasCheck, isAgain }: RegistrationTerms,
): boolean {
  const isSame = isUnchanged(order, outcome)
  const isRejected = isSame && outcome?.rejectedAt !== undefined
  if (isRejected !== isAgain) return false
  const hasPassed = outcome?.state === 'passed'
  return hasCheck ? isSame && hasPassed : !isSame || hasPassed
}

/** Whether an order has the form that its outcome is about. */
const isUnchanged = (order: PreparedOrder, outcome: DeskOutcome | undefined): boolean =>
  outcome?.sha256 === checkedForm(order).sha256
