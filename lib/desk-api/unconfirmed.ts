import * as z from 'zod'
import { type ListPlan, listMeanings } from '@/lib/ledger/rules/console-list-plan'
import { resolutions } from '@/lib/ledger/rules/resolutions'
import type { DraftReference, RequestView, SentTo } from './history'

/** What an operator decides about an unknown order. */
export type Resolution = (typeof resolutions)[number]

/** What a pasted list means: all orders of the requests that it is compared with, or some that were found. */
export type ListMeaning = (typeof listMeanings)[number]

/** A request with unknown orders: its run, and itself where a request was stored. */
export interface RequestKey {
  readonly attemptId: string | null
  readonly runId: string
}

/** A request with unknown orders, as a list shows it. */
export interface UnknownRequest extends RequestKey, DraftReference, SentTo {
  readonly scope: 'orders' | 'products'
  /** How many of its orders are unknown. */
  readonly count: number
  /** When the first of them became unknown. ISO 8601, as are all times. */
  readonly since: string
  readonly sentAt: string | null
  readonly hardDeadline: string | null
  readonly by: string
}

/** What a person recognises an order or a product by; '' where it has none. */
export interface RecognisableParts {
  /** Of an order: who gets it, and its first item. */
  readonly recipient?: string
  readonly item?: string
  readonly product?: string
  readonly brand?: string
  readonly price?: string
}

/** An unknown order of a request. */
export interface UnknownOrderRow {
  readonly id: string
  readonly number: string
  readonly fileRows: string
  readonly about: RecognisableParts
}

/** Everything about a request with unknown orders. */
export interface UnknownRequestDetails {
  /** What came back, in a sentence. */
  readonly cameBack: string
  /** Undefined: no request was stored. */
  readonly attempt: RequestView | undefined
  /** Whether the response has more that does not fit than the sentence says. */
  readonly hasMoreAnomalies: boolean
  readonly orders: readonly UnknownOrderRow[]
  /** The page of `orders`, from 1. */
  readonly page: number
  /** Numbers of all its unknown orders. */
  readonly numbers: readonly string[]
  /** When its orders may be resolved as absent, milliseconds since the epoch. */
  readonly absentFrom: number
  /** Whether a response is stored. */
  readonly isAnswered: boolean
  /** The status of a response that a person may confirm to be a refusal. */
  readonly refusal: number | null
}

/** Late proof against what a person resolved, or a response that cannot be right. */
export interface AlarmView {
  readonly id: string
  /** `unknown.alarms.<kind>` of lib/words is its sentence, which mentions `values`. */
  readonly kind: 'possible_double' | 'other_id' | 'taken_back' | 'foreign_order' | 'repeated_id'
  readonly values: Readonly<Record<string, string | number>>
  readonly path: string
  /** Whether it is about a response, and not about what a person resolved. */
  readonly isAboutResponse: boolean
}

/** A request with unknown orders in an address. */
export const keyText = ({ attemptId, runId }: RequestKey): string =>
  attemptId === null ? runId : `${runId}.${attemptId}`

/** The request that an address names; undefined when it names none. */
export function readKey(text: string | string[] | undefined): RequestKey | undefined {
  const [runId, attemptId] = typeof text === 'string' ? text.split('.') : []
  return runId ? { runId, attemptId: attemptId ?? null } : undefined
}

/** What a pasted list is compared with: an environment, or one request. */
export interface PasteTarget {
  readonly id: string
  readonly envId: string
  readonly scope: 'orders' | 'products'
  readonly count: number
  readonly request?: RequestKey
  readonly label: string
}

/** What a pasted list would do. */
export interface DryRunView extends Omit<ListPlan, 'decisions'> {
  readonly digest: string
  readonly lines: number
  readonly headings: number
  readonly idsUnclear: boolean
  /** When the last of the missing orders may be resolved as absent, milliseconds since the epoch. */
  readonly absentFrom: number | undefined
  readonly decisions: number
  /** How many of them say that something is not there. */
  readonly denials: number
}

/** Characters of a pasted list, at most: what one action may carry. */
export const LONGEST_LIST = 900_000

const note = z.string().trim().max(500).optional()

/** How many orders it is about, typed by an operator who says that something is not there. */
const typed = z.string().trim().max(10)

/** A request in doubt, as an address carries it. */
export const requestKey = z.object({ attemptId: z.string().max(64).nullable(), runId: z.string().max(64) })

/** One order that is settled by itself. */
export const settleSchema = z.object({
  id: z.string().max(64),
  attemptId: z.string().max(64).nullable(),
  resolution: z.enum(resolutions),
  orderId: z.string().max(40).optional(),
  note,
  typed,
})

/** All orders of a request that are in doubt. */
export const settleRequestSchema = z.object({
  request: requestKey,
  resolution: z.enum(resolutions),
  note,
  typed,
})

export const refusalSchema = z.object({ attemptId: z.string().max(64) })

export const alarmSchema = z.object({ alarmId: z.string().max(64) })

export const releaseSchema = z.object({ id: z.string().max(64), reason: z.string().trim().min(1).max(500) })

/** A list out of the shipping company's console, and what it is held against. */
export const pasteSchema = z.object({
  envId: z.string().max(400),
  scope: z.enum(['orders', 'products']),
  request: requestKey.optional(),
  text: z.string().max(LONGEST_LIST),
  meaning: z.enum(listMeanings),
})

/** The same, once its dry run was looked at. `digest` is of what was shown. */
export const applySchema = pasteSchema.extend({ digest: z.string().max(64), note, typed })
