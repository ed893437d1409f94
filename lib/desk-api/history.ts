import * as z from 'zod'
import type { ShopCoordinates } from '@/lib/import/recipe/hidden-columns'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { Waiting } from './runs'
import { MAX_INTEGER } from './schema-parts'

/** The state of an order of a registration. */
export type OrderState =
  | 'QUEUED'
  | 'PREPARED'
  | 'SENDING'
  | 'UNKNOWN'
  | 'REGISTERED'
  | 'REJECTED'
  | 'ABSENT'
  | 'ABANDONED'
  | 'CANCELLED'
  | 'RELEASED'

/** The state of an order of a run: of a registration, or of a check. */
export type AnyOrderState = OrderState | 'waiting' | 'passed' | 'failed'

/** A row of a list that is sorted: what it is sorted by, and its id. */
export interface PageCursor {
  readonly value: string
  readonly id: string
}

/** The draft of something that was sent, by which it is known after it may have been deleted. */
export interface DraftReference {
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
}

/** Where something was sent; `connection` is its name, null when it was deleted. */
export interface SentTo {
  readonly envId: string
  readonly connection: string | null
}

/** A run as a list shows it. */
export interface RunRow extends DraftReference, SentTo {
  readonly id: string
  readonly kind: 'check' | 'register'
  readonly operation: string
  readonly state: 'running' | 'paused' | 'stopped' | 'cancelled' | 'done'
  /** ISO 8601, as are all times. */
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly by: string
  readonly total: number
  /** How many of its orders are in which state. */
  readonly counts: Partial<Record<AnyOrderState, number>>
}

/** An order or product that was registered, or is to be. */
export interface OrderView extends DraftReference, SentTo {
  readonly id: string
  readonly number: string
  readonly scope: 'orders' | 'products'
  readonly state: OrderState
  /** The service's id. */
  readonly orderId: string | null
  /** Registrations of its number so far, this one among them. */
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
  /** Name of the operator; null: the server did it. */
  readonly by: string | null
  readonly note: string | null
  readonly attemptId: string | null
}

/** Everything about one order. */
export interface OrderDetails {
  readonly order: OrderView
  readonly runId: string
  readonly sha256: string
  /** Whether an administrator may release its number. */
  readonly isReleasable: boolean
  readonly events: readonly OrderEvent[]
  /** Registrations of the same number. */
  readonly generations: readonly OrderView[]
  readonly sheet: Sheet
  readonly payload: string
  /** Where each of its lines is in the file that it was imported from. */
  readonly places: readonly ShopCoordinates[]
}

/** Something in a response that does not fit what was sent, and the part of the response that it is about. */
export interface AnomalyView {
  readonly kind:
    | 'unreadable'
    | 'contradictory'
    | 'shape'
    | 'content_type'
    | 'success_without_entries'
    | 'failure_with_entries'
    | 'missing_entry'
    | 'foreign_number'
    | 'repeated_number'
    | 'repeated_order_id'
    | 'order_id'
    | 'counts'
    | 'misfit'
    | 'positions'
  readonly detail: string
}

/** The response to a request as far as it can be shown. */
export interface ResponseView {
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: there is none. */
  readonly text: string | undefined
  /** Whether `text` is only the beginning of what is stored. */
  readonly isCut: boolean
  /** Of a response that was too large to store: its bytes, and how many of its beginning and end are stored. */
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
  /** As the ledger classified its response; null while that is open. */
  readonly classifiedAs: string | null
  readonly httpStatus: number | null
  readonly anomalies: readonly AnomalyView[]
}

/** A request to a service, with its times and its response. */
export interface RequestView extends RequestRow {
  readonly origin: string
  readonly connectAt: string | null
  readonly headersAt: string | null
  readonly hardDeadline: string | null
  /** Undefined where it is not known. */
  readonly isConnected: boolean | undefined
  readonly isRequestComplete: boolean | undefined
  readonly error: { readonly code: string; readonly message: string } | undefined
  readonly responseSha256: string | null
  readonly erasedAt: string | null
  readonly response: ResponseView
}

/** An order in a request, by its row in it, and what the request came to for it. */
export interface ReceiptLine {
  readonly position: number
  readonly orderId: string
  readonly number: string
  readonly outcome: OrderState | null
  /** The id that the order has at the service by now. */
  readonly serviceId: string | null
  /** Rows of the file that it was imported from. */
  readonly fileRows: string
}

/** An order of a run. */
export interface RunOrderRow {
  readonly position: number
  readonly number: string
  readonly state: AnyOrderState
  /** Null for a check: it has no order in the ledger. */
  readonly id: string | null
  readonly orderId: string | null
  readonly fileRows: string
}

/** Everything about one run but its orders. */
export interface RunDetails {
  readonly run: RunRow
  /** Why it waits or stopped, as a sentence. */
  readonly problem: string | undefined
  readonly waiting: Waiting | undefined
  readonly erasedAt: string | null
  /** Orders that it did not take, and why, as a sentence. */
  readonly refused: readonly { readonly number: string; readonly why: string }[]
  readonly requestCount: number
}

/** The beginning of a response, for the sheet that it is about. */
export interface ExcerptView {
  readonly text: string
  readonly isCut: boolean
  /** For the shipping company; '' where the response fits what was sent. */
  readonly proof: string
}

/** How many orders were erased. */
export interface ErasedCount {
  readonly orders: number
}

export const eraseOrderSchema = z.object({ orderId: z.string() })

export const eraseDraftSchema = z.object({ draftId: z.string() })

/** What the address of a download of ids asks for. */
export const idsQuery = z.object({
  format: z.enum(['xlsx', 'csv']).catch('xlsx'),
  columns: z.enum(['used', 'all']).catch('used'),
})

/** What a page's address asks for, as Next hands it over. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

const text = z.string().min(1).max(200).optional().catch(undefined)

/** A row of a sorted list, as addresses carry it: what the list is sorted by, and the id. */
const cursor = z
  .string()
  .max(1000)
  // A NUL is text that PostgreSQL cannot take.
  .regex(/^[^\0]*~[\w-]+$/)
  .transform((text): PageCursor => {
    const end = text.lastIndexOf('~')
    return { value: text.slice(0, end), id: text.slice(end + 1) }
  })
  .optional()
  .catch(undefined)

/** Which runs or orders the address of the history asks for. What cannot be read asks for nothing. */
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
  /** Where a search among recipients goes on. */
  after: z.coerce.number().int().optional().catch(undefined),
})

/** Which part of a run the address of its page asks for. */
export const runQuery = z.object({
  requests: cursor,
  orders: z.coerce.number().int().min(0).max(MAX_INTEGER).catch(0),
  state: text,
})

/** A cursor as addresses carry it. */
export const cursorText = ({ value, id }: PageCursor): string => `${value}~${id}`

/** An address with some of its questions changed; what is undefined is left out. */
export function withQuery(path: string, query: Query, change: Query): string {
  const all = Object.entries({ ...query, ...change }).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  const text = new URLSearchParams(all).toString()
  return text === '' ? path : `${path}?${text}`
}
