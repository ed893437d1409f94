import type { Trigger } from './transitions'

/** What a person may say of an order of which nobody knows whether it is registered (reliability.md §3.2). */
export const resolutions = ['found', 'absent', 'abandon'] as const satisfies readonly Trigger[]
export type Resolution = (typeof resolutions)[number]

/** What a person says of one order. */
export interface Wish {
  /** The row of the ledger. */
  readonly id: string
  /** The request that the person looked at: what was seen of one says nothing of a later one. */
  readonly attemptId: string | null
  readonly resolution: Resolution
  /** The service's id, digit by digit, of one that was found. */
  readonly orderId?: string
}

/** After its hard deadline a request may still be executed late, for so long (milliseconds). */
export const QUARANTINE_MS = 15 * 60_000

/** How long a request may take when nobody wrote down its deadline: those that a backup knew nothing of. */
const LONGEST_REQUEST_MS = 2 * 60_000

/** How long after its whole response a request is left alone: the console of the service may lag behind. */
export const AFTER_RESPONSE_MS = 2 * 60_000

/**
 * From when on an order may be settled as not there, or be given up; milliseconds since the epoch.
 * @param hardDeadline of its request, ISO 8601; null where none is known
 * @param since when it became unknown, ISO 8601
 * @param answeredAt when the service had demonstrably finished with its request, ISO 8601: nothing of it comes late
 */
export function mayBeAbsentFrom(hardDeadline: string | null, since: string, answeredAt?: string): number {
  const end = hardDeadline === null ? Date.parse(since) + LONGEST_REQUEST_MS : Date.parse(hardDeadline)
  const late = end + QUARANTINE_MS
  return answeredAt === undefined ? late : Math.min(late, Date.parse(answeredAt) + AFTER_RESPONSE_MS)
}

/** Whether a resolution says that nothing is registered: only then may the quarantine not be cut short. */
export const isDenial = (resolution: Resolution): boolean => resolution !== 'found'

const MOST = 2n ** 63n - 1n

/** An order id as it is kept: digits alone, of 64 bits; undefined when the text is none. Digits of any width count. */
export function readOrderId(text: string): string | undefined {
  const digits = text.normalize('NFKC').trim()
  return /^\d{1,19}$/.test(digits) && BigInt(digits) <= MOST ? BigInt(digits).toString() : undefined
}
