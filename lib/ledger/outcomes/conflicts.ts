import 'server-only'
import { operations, type Scope } from '@/lib/contract/operations'
import { checkedForm, type FrozenRun } from '@/lib/ledger/rules/prepared'
import type { OwnFailureCode, RefusedOrder } from '@/lib/ledger/rules/problem'
import { variantOf } from '@/lib/ledger/runner/rows'
import type { Db } from '@/lib/store/db/database'
import { saveVerdicts, type VerdictRow, type VerdictTarget } from '@/lib/store/ledger/checks/verdicts'
import { findOrdersByNumber } from '@/lib/store/ledger/orders/orders'
import type { DeskOutcome, OrderFailure } from './outcomes'

// An order whose number is already registered with other contents: another order by mistake, or the same one after an
// edit. The draft's verdict stores which fields differ. The registered values are looked up when they are shown, so
// that personal data has to be erased in only one place.

/** Maximum number of orders of one run that are explained, and of fields of each: the first ones are enough. */
const MAX_ORDERS = 500
const MAX_FIELDS = 20

/** Code of a verdict's failure that marks a differing field. */
const CONFLICT_CODE: OwnFailureCode = 'registered_otherwise'

/**
 * Saves, for refused orders, in which fields they differ from what is registered under their number.
 * @param at ISO 8601
 */
export async function saveConflicts(
  db: Db,
  target: VerdictTarget,
  frozen: FrozenRun,
  refused: readonly RefusedOrder[],
  at: string,
): Promise<void> {
  const numbers = refused
    .filter(({ reason }) => reason === 'already_registered')
    .map(({ mallOrderNumber }) => mallOrderNumber)
    .slice(0, MAX_ORDERS)
  if (numbers.length === 0) return
  const wanted = new Set(numbers)
  const holders = await findOrdersByNumber(db, target.envId, operations[frozen.operation].scope, numbers)
  const rows = frozen.orders.flatMap((order, position): VerdictRow | readonly never[] => {
    const { mallOrderNumber } = order
    const holder = holders.get(mallOrderNumber)
    if (!holder || !wanted.delete(mallOrderNumber) || holder.sha256 === order.sha256) return []
    const fields = differences(JSON.parse(holder.payload), JSON.parse(order.payload))
    const some = fields.length === 0 || holder.erased_at !== null ? [''] : fields.slice(0, MAX_FIELDS)
    const { payload, sha256 } = checkedForm(order)
    const failures: OrderFailure[] = some.map(field => ({ field, message: '', code: CONFLICT_CODE }))
    return {
      draft_id: frozen.draftId,
      env_id: target.envId,
      mall_order_number: mallOrderNumber,
      variant: variantOf(frozen),
      payload,
      sha256,
      fingerprint: order.fingerprint,
      line_ids: JSON.stringify(order.lineIds),
      position,
      passed: 0,
      failures: JSON.stringify(failures),
      attempt_id: holder.current_attempt ?? '',
      connection_id: target.connectionId,
      checked_at: at,
    }
  })
  await saveVerdicts(db, rows)
}

/**
 * Fills in the registered value as the message of each failure that marks a difference; '' when nothing is registered.
 * @param findPlace where the numbers are held; called only when an outcome has such a failure
 */
export async function explainConflicts(
  db: Db,
  outcomes: readonly DeskOutcome[],
  findPlace: () => Promise<{ readonly envId: string; readonly scope: Scope } | undefined>,
): Promise<readonly DeskOutcome[]> {
  const numbers = outcomes.flatMap(one => (one.failures?.some(isConflict) ? one.mallOrderNumber : []))
  const place = numbers.length > 0 ? await findPlace() : undefined
  if (!place) return outcomes
  const holders = await findOrdersByNumber(db, place.envId, place.scope, numbers)
  return outcomes.map(outcome => {
    const holder = holders.get(outcome.mallOrderNumber)
    if (!holder || !outcome.failures?.some(isConflict)) return outcome
    const registered = new Map(leaves(JSON.parse(holder.payload)))
    const failures = outcome.failures.map(failure =>
      isConflict(failure) ? { ...failure, message: registered.get(failure.field) ?? '' } : failure,
    )
    return { ...outcome, failures }
  })
}

const isConflict = ({ code }: OrderFailure) => code === CONFLICT_CODE

/** Paths, such as `items[0].price`, whose values differ; a missing value equals ''. */
function differences(before: unknown, after: unknown): string[] {
  const [old, now] = [new Map(leaves(before)), new Map(leaves(after))]
  return [...new Set([...now.keys(), ...old.keys()])].filter(
    path => (old.get(path) ?? '') !== (now.get(path) ?? ''),
  )
}

/** Every value of a record as text, with its path. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((one, at) => leaves(one, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return [[path, String(value ?? '')]]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}.${name}`))
}
