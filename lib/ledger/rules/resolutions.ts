import type { Trigger } from './transitions'

/** How a person may resolve an unknown order. */
export const resolutions = ['found', 'absent', 'abandon'] as const satisfies readonly Trigger[]
export type Resolution = (typeof resolutions)[number]

/** How a person resolves one order. */
export interface Decision {
  /** The row of the ledger. */
  readonly id: string
  /** The request that the person looked at: what was seen of it does not apply to a later request. */
  readonly attemptId: string | null
  readonly resolution: Resolution
  /** The service's id of an order that was found, digit by digit. */
  readonly orderId?: string
}

/** How long after its hard deadline a request may still be executed, in milliseconds. */
export const QUARANTINE_MS = 15 * 60_000

/**
 * Time from sending a registration to its deadline, in milliseconds. Assumed where no deadline is stored: a backup may
 * lack it.
 */
export const MAX_REQUEST_MS = 2 * 60_000

/**
 * How long after its complete response an order may not be resolved as absent: the service's console may lag behind.
 */
export const AFTER_RESPONSE_MS = 2 * 60_000

/**
 * When an order may be resolved as absent or abandoned at the earliest; milliseconds since the epoch.
 * @param hardDeadline of its request, ISO 8601; null when none is stored
 * @param since when it became unknown, ISO 8601
 * @param provenEndAt when the service provably finished its request, ISO 8601, by the clock of the deadline: it will
 *   not execute the order late
 */
export function mayBeAbsentFrom(hardDeadline: string | null, since: string, provenEndAt?: string): number {
  const end = hardDeadline === null ? Date.parse(since) + MAX_REQUEST_MS : Date.parse(hardDeadline)
  const late = end + QUARANTINE_MS
  return provenEndAt === undefined ? late : Math.min(late, Date.parse(provenEndAt) + AFTER_RESPONSE_MS)
}

/**
 * When a request ended at the earliest by the clock of the database, ISO 8601. Previous versions stored only
 * its deadline by that clock, and the other times by the clock of the server that sent it, which may have
 * been hours behind.
 */
export function endOfRequest({
  sendingAt,
  finishedAt,
  hardDeadline,
}: Readonly<Record<'sendingAt' | 'hardDeadline', string | null>> & { readonly finishedAt: string }): string {
  if (sendingAt === null || hardDeadline === null) return finishedAt
  const duration = Math.max(0, Date.parse(finishedAt) - Date.parse(sendingAt))
  const end = Date.parse(hardDeadline) - MAX_REQUEST_MS + duration
  return new Date(Math.max(end, Date.parse(finishedAt))).toISOString()
}

/** Whether a resolution says that the order is not registered: only such a resolution must wait for the quarantine. */
export const isDenial = (resolution: Resolution): boolean => resolution !== 'found'

const MAX_ORDER_ID = 2n ** 63n - 1n

/** Reads an order id as it is stored: digits of an int64; full-width digits count. @returns undefined for other texts */
export function readOrderId(text: string): string | undefined {
  const digits = text.normalize('NFKC').trim()
  return /^\d{1,19}$/.test(digits) && BigInt(digits) <= MAX_ORDER_ID ? BigInt(digits).toString() : undefined
}
