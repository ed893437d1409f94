import { productResult } from '@/lib/contract/results'
import { readStrictJson } from '@/lib/contract/strict-json'
import { type Anomaly, note, repeated, tally, unreadable } from './registration'

/** Why a product was refused, in the service's own words. */
export interface Reason {
  readonly errorCode: string
  readonly message: string
}

/** What an answer says of one product: it was taken, it was refused and why, or neither is proven. */
export type Fate = 'taken' | 'unproven' | { readonly refused: readonly Reason[] }

/** A product result against what was sent: the fate of each product by position, and what does not fit. */
export type ProductRegistration =
  | { readonly ok: false; readonly anomaly: Anomaly }
  | { readonly ok: true; readonly fates: readonly Fate[]; readonly anomalies: readonly Anomaly[] }

/**
 * Reads the raw bytes of a product result strictly. It lists failures alone, so a product is proven registered only by
 * an answer that accounts for every product of the request: both counts add up to what was sent, as many failures are
 * listed as counted, and each of them is a product that was sent, listed once.
 * Where that does not hold, what is not listed proves nothing. What is listed was refused even then, unless the answer
 * claims more successes than there are products that it does not list: then it contradicts its own list.
 */
export function readProductResult(body: Uint8Array, sent: readonly string[]): ProductRegistration {
  const json = readStrictJson(body)
  if (!json.ok) return { ok: false, anomaly: unreadable(json) }
  const read = productResult.safeParse(json.value)
  if (!read.success) {
    return { ok: false, anomaly: note('shape', read.error.issues[0]?.path.join('.')) }
  }
  const { successCount, failureCount, failures } = read.data
  const known = tally(sent)
  const listed = new Map<string, Reason[]>()
  for (const { shopProductId: id, ...reason } of failures) listed.set(id, [...(listed.get(id) ?? []), reason])
  const isCounted = successCount + failureCount === sent.length && failures.length === failureCount
  const anomalies = [
    ...(isCounted ? [] : [note('counts', `${successCount} + ${failureCount} of ${sent.length}`)]),
    ...[...listed.keys()].filter(id => !known.has(id)).map(id => note('foreign_number', id)),
    ...repeated(tally(failures.map(one => one.shopProductId))).map(id => note('repeated_number', id)),
    ...repeated(known).map(id => note('repeated_number', id)),
  ]
  const accountsForAll = anomalies.length === 0
  const contradictsList = successCount > sent.filter(id => !listed.has(id)).length
  const fates = sent.map((id): Fate => {
    const refused = listed.get(id)
    if (known.get(id) !== 1) return 'unproven'
    if (!refused) return accountsForAll ? 'taken' : 'unproven'
    return contradictsList ? 'unproven' : { refused }
  })
  return { ok: true, fates, anomalies }
}
