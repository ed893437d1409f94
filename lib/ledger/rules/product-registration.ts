import { readStrictJson } from '@/lib/contract/json/strict-json'
import { productResult } from '@/lib/contract/results'
import { type Anomaly, anomaly, unreadable } from './anomalies'
import { countEach, repeated } from './occurrences'

/** Why a product was rejected, in the service's words. */
export interface ProductFailure {
  readonly errorCode: string
  readonly message: string
}

/** What a response proves about one product: registered, rejected with reasons, or neither. */
type ProductOutcome = 'registered' | 'unproven' | { readonly rejectedFor: readonly ProductFailure[] }

/** A product result compared with the request: outcomes by position, and anomalies. */
type ProductRegistration =
  | { readonly ok: false; readonly anomaly: Anomaly }
  | {
      readonly ok: true
      readonly outcomes: readonly ProductOutcome[]
      readonly anomalies: readonly Anomaly[]
    }

/**
 * Reads the raw bytes of a product result strictly. It lists only failures, so a product counts as registered only if
 * the response accounts for every product of the request: both counts add up to what was sent, the list has as many
 * failures as counted, and each of them is a product that was sent, listed once.
 * Otherwise unlisted products prove nothing. A listed product counts as rejected even then, unless the response claims
 * more successes than it has unlisted products and so contradicts its own list.
 */
export function readProductResult(body: Uint8Array, sent: readonly string[]): ProductRegistration {
  const json = readStrictJson(body)
  if (!json.ok) return { ok: false, anomaly: unreadable(json) }
  const read = productResult.safeParse(json.value)
  if (!read.success) {
    return { ok: false, anomaly: anomaly('shape', read.error.issues[0]?.path.join('.')) }
  }
  const { successCount, failureCount, failures } = read.data
  const known = countEach(sent)
  const listed = new Map<string, ProductFailure[]>()
  for (const { shopProductId: id, ...reason } of failures) {
    const reasons = listed.get(id)
    if (reasons) reasons.push(reason)
    else listed.set(id, [reason])
  }
  const isCounted = successCount + failureCount === sent.length && failures.length === failureCount
  const anomalies = [
    ...(isCounted ? [] : [anomaly('counts', `${successCount} + ${failureCount} of ${sent.length}`)]),
    ...[...listed.keys()].filter(id => !known.has(id)).map(id => anomaly('foreign_number', id)),
    ...repeated(countEach(failures.map(one => one.shopProductId))).map(id => anomaly('repeated_number', id)),
    ...repeated(known).map(id => anomaly('repeated_number', id)),
  ]
  const accountsForAll = anomalies.length === 0
  const contradictsList = successCount > sent.filter(id => !listed.has(id)).length
  const outcomes = sent.map((id): ProductOutcome => {
    const reasons = listed.get(id)
    if (known.get(id) !== 1) return 'unproven'
    if (!reasons) return accountsForAll ? 'registered' : 'unproven'
    return contradictsList ? 'unproven' : { rejectedFor: reasons }
  })
  return { ok: true, outcomes, anomalies }
}
