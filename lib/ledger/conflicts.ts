import 'server-only'
import { operations, type Scope } from '@/lib/contract/operations'
import type { Handle } from '@/lib/store/database'
import { findByNumber } from '@/lib/store/ledger'
import { type Place, saveVerdicts, type VerdictRow } from '@/lib/store/verdicts'
import { checkedForm, type RunRequest } from './prepared'
import type { Refusal } from './problem'
import type { DeskOutcome, OrderFailure } from './runner-outcomes'
import { variantOf } from './runner-rows'

// An order whose number is registered already, with other contents: another order by mistake, or the same one edited.
// Which fields differ is kept as a verdict of the draft; what was registered there is looked up when it is shown, so
// that it is erased in one place.

/** How many orders of a press are explained, and how many fields of each: the first tell enough. */
const MOST_ORDERS = 500
const MOST_FIELDS = 20

const CODE = 'registered_otherwise'

/**
 * Notes of refused orders in which fields they differ from what is registered under their number.
 * @param at ISO 8601
 */
export async function noteConflicts(
  handle: Handle,
  place: Place,
  request: RunRequest,
  refused: readonly Refusal[],
  at: string,
): Promise<void> {
  const numbers = refused
    .filter(({ reason }) => reason === 'already_registered')
    .map(({ mallOrderNumber }) => mallOrderNumber)
    .slice(0, MOST_ORDERS)
  if (numbers.length === 0) return
  const wanted = new Set(numbers)
  const holders = await findByNumber(handle, place.envId, operations[request.operation].scope, numbers)
  const rows = request.orders.flatMap((order, position): VerdictRow | readonly never[] => {
    const { mallOrderNumber } = order
    const holder = holders.get(mallOrderNumber)
    if (!holder || !wanted.delete(mallOrderNumber) || holder.sha256 === order.sha256) return []
    const fields = differences(JSON.parse(holder.payload), JSON.parse(order.payload))
    const some = fields.length === 0 || holder.erased_at !== null ? [''] : fields.slice(0, MOST_FIELDS)
    const { payload, sha256 } = checkedForm(order)
    const failures: OrderFailure[] = some.map(field => ({ field, message: '', code: CODE }))
    return {
      draft_id: request.draftId,
      env_id: place.envId,
      mall_order_number: mallOrderNumber,
      variant: variantOf(request),
      payload,
      sha256,
      fingerprint: order.fingerprint,
      line_ids: JSON.stringify(order.lineIds),
      position,
      passed: 0,
      failures: JSON.stringify(failures),
      attempt_id: holder.current_attempt ?? '',
      connection_id: place.connectionId,
      checked_at: at,
    }
  })
  await saveVerdicts(handle, rows)
}

/**
 * The same outcomes; failures that are such differences have what is registered as their message, '' for nothing.
 * @param findPlace where the numbers are held; asked for only when it is needed
 */
export async function tellConflicts(
  handle: Handle,
  outcomes: readonly DeskOutcome[],
  findPlace: () => Promise<{ readonly envId: string; readonly scope: Scope } | undefined>,
): Promise<readonly DeskOutcome[]> {
  const numbers = outcomes.flatMap(one => (one.failures?.some(isConflict) ? one.mallOrderNumber : []))
  const place = numbers.length > 0 ? await findPlace() : undefined
  if (!place) return outcomes
  const holders = await findByNumber(handle, place.envId, place.scope, numbers)
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

const isConflict = ({ code }: OrderFailure) => code === CODE

/** Paths, such as `items[0].price`, whose values differ; nothing and a blank text are the same. */
function differences(before: unknown, after: unknown): string[] {
  const [old, now] = [new Map(leaves(before)), new Map(leaves(after))]
  return [...new Set([...now.keys(), ...old.keys()])].filter(
    path => (old.get(path) ?? '') !== (now.get(path) ?? ''),
  )
}

/** Every value of a record as a text, by its path. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((one, at) => leaves(one, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return [[path, String(value ?? '')]]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}.${name}`))
}
