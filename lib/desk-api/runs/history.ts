import * as z from 'zod'
import type { OperationId } from '@/lib/contract/operations'
import type { ShopCoordinates } from '@/lib/import/recipe/hidden-columns'
import type { Anomaly } from '@/lib/ledger/rules/anomalies'
import type { Waiting } from '@/lib/ledger/rules/problem'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { MAX_INTEGER } from '../schema-parts'
import { CURSOR_TEXT, parseCursor } from './page-query'
import type { RunState } from './runs'

/** The state of an order of a run: of a registration, or of a check. */
export type AnyOrderState = LedgerOrderState | 'waiting' | 'passed' | 'failed'

/** The draft of something that was sent; it may have been deleted since. */
export interface DraftReference {
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
}

/** The destination of something that was sent; `connection` is its name, null if it was deleted. */
export interface SentTo {
  readonly envId: string
  readonly connection: string | null
}

/** A run as a list shows it. */
export interface RunRow extends DraftReference, SentTo {
  readonly id: string
  readonly kind: 'check' | 'register'
  readonly operation: OperationId
  readonly state: RunState
  /** ISO 8601, as are all times. */
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly by: string
  readonly total: number
  /** The number of its orders by state. */
  readonly counts: Partial<Record<AnyOrderState, number>>
}

/** An order or product of a registration. */
export interface OrderView extends DraftReference, SentTo {
  readonly id: string
  readonly number: string
  readonly scope: 'orders' | 'products'
  readonly state: LedgerOrderState
  /** The service's id. */
  readonly orderId: string | null
  /** Registrations of its number so far, including this one. */
  readonly generation: number
  readonly recipient: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly erasedAt: string | null
}

/** A step of an order: what happened, why, by whom, and the request that proves it. */
export interface OrderEvent {
  readonly seq: number
  readonly from: string
  readonly to: string
  readonly at: string
  readonly reason: string
  readonly actor: string
  /** Name of the operator; null: the server. */
  readonly by: string | null
  readonly note: string | null
  readonly attemptId: string | null
}

/** Everything about one order. */
export interface OrderDetails {
  readonly order: OrderView
  /** Its address in the console of the shipping company; undefined: unknown. */
  readonly consolePage: string | undefined
  readonly runId: string
  /** Its first line in the draft. */
  readonly firstLine: string | undefined
  readonly sha256: string
  /** Whether an administrator may release its number. */
  readonly isReleasable: boolean
  readonly events: readonly OrderEvent[]
  /** Registrations of the same number. */
  readonly generations: readonly OrderView[]
  readonly sheet: Sheet
  readonly payload: string
  /** The position of each of its lines in the imported file. */
  readonly places: readonly ShopCoordinates[]
}

/** The response to a request as far as it can be shown. */
export interface ResponseView {
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: there is none. */
  readonly text: string | undefined
  /** Whether `text` is only the beginning of what is stored. */
  readonly isCut: boolean
  /** For a response that was too large to store: its size, and how many bytes of its beginning and end are stored. */
  readonly oversize: { readonly bytes: number; readonly head: number; readonly tail: number } | undefined
  /** Whether the body of the request is stored. */
  readonly hasRequestBody: boolean
}

/** A request to a service as a list shows it. */
export interface RequestRow {
  readonly id: string
  readonly orderCount: number
  readonly bodySha256: string
  readonly preparedAt: string
  readonly sendingAt: string | null
  readonly finishedAt: string | null
  /** The ledger's classification of its response; null while it is open. */
  readonly classifiedAs: string | null
  readonly httpStatus: number | null
  readonly anomalies: readonly Anomaly[]
}

/** A credential by what may be shown of it. */
export interface SentCredential {
  /** Undefined where the operation takes both. */
  readonly kind: 'accessToken' | 'secretKey' | undefined
  readonly last4: string
  /** When it was saved. */
  readonly updatedAt: string
}

/** A request to a service, with its times and its response. */
export interface RequestView extends RequestRow {
  readonly origin: string
  /** The first request with its idempotency key, if it repeats one. */
  readonly replayOf: string | null
  readonly connectAt: string | null
  readonly headersAt: string | null
  readonly hardDeadline: string | null
  /** Undefined if unknown. */
  readonly isConnected: boolean | undefined
  readonly isRequestComplete: boolean | undefined
  readonly error: { readonly code: string; readonly message: string } | undefined
  readonly responseSha256: string | null
  /** The credential that it was sent with; undefined: none, or unknown. */
  readonly credential: SentCredential | undefined
  readonly erasedAt: string | null
  readonly response: ResponseView
}

/** An order in a request, its position there, and its outcome. */
export interface ReceiptLine {
  readonly position: number
  readonly orderId: string
  readonly number: string
  readonly outcome: LedgerOrderState | null
  /** The current id of the order at the service. */
  readonly serviceId: string | null
  /** Rows of the file that it was imported from. */
  readonly fileRows: string
}

/** An order of a run. `orderId` is its id at the service; null: it has none. */
export interface RunOrderRow {
  readonly position: number
  readonly number: string
  readonly state: AnyOrderState
  /** Null for a check, which has no order in the ledger. */
  readonly id: string | null
  readonly orderId: string | null
  readonly fileRows: string
}

/** Everything about one run except its orders. */
export interface RunDetails {
  readonly run: RunRow
  /** Why it waits or has stopped, as a sentence. */
  readonly problem: string | undefined
  readonly waiting: Waiting | undefined
  readonly erasedAt: string | null
  /** Orders that it did not accept, with the reason as a sentence. */
  readonly refused: readonly { readonly number: string; readonly why: string }[]
  readonly requestCount: number
}

/** The beginning of a response, for the sheet that it is about. */
export interface ExcerptView {
  readonly text: string
  readonly isCut: boolean
  /** A text for the shipping company; '' if the response matches the request. */
  readonly proof: string
}

/** How many orders were erased. */
export interface ErasedCount {
  readonly orders: number
}

export const eraseOrderSchema = z.object({ orderId: z.string() })

export const eraseDraftSchema = z.object({ draftId: z.string() })

/** Query of a download of ids. */
export const idsQuery = z.object({
  format: z.enum(['xlsx', 'csv']).catch('xlsx'),
  columns: z.enum(['used', 'all']).catch('used'),
})

const text = z.string().min(1).max(200).optional().catch(undefined)

/** A row of a sorted list in a URL: its sort value and its id. */
const cursor = z.string().max(1000).regex(CURSOR_TEXT).transform(parseCursor).optional().catch(undefined)

/** Query of the history for runs or orders. Unreadable parts are ignored. */
export const historyQuery = z.object({
  q: text,
  kind: z.enum(['check', 'register']).optional().catch(undefined),
  state: z.enum(['running', 'paused', 'stopped', 'cancelled', 'done']).optional().catch(undefined),
  connection: text,
  draft: text,
  operator: text,
  day: z.iso.date().optional().catch(undefined),
  older: cursor,
  newer: cursor,
  /** `-when`: see `readSorting`. */
  sort: text,
  /** Cursor of a search among recipients. */
  after: z.coerce.number().int().optional().catch(undefined),
})

/** Query of a run's page. */
export const runQuery = z.object({
  requests: cursor,
  orders: z.coerce.number().int().min(0).max(MAX_INTEGER).catch(0),
  state: text,
})
