import * as z from 'zod'
import { type ListPlan, listMeanings } from '@/lib/ledger/rules/console-list-plan'
import { resolutions } from '@/lib/ledger/rules/resolutions'
import type { DraftReference, RequestView, SentTo } from './history'
import type { RequestKey } from './unconfirmed-key'

/** A request with unknown orders, as a list shows it. */
export interface UnknownRequest extends RequestKey, DraftReference, SentTo {
  readonly scope: 'orders' | 'products'
  /** The number of its unknown orders. */
  readonly count: number
  /** The earliest last change of them: a repetition of the request moves it. ISO 8601, as are all times. */
  readonly since: string
  readonly sentAt: string | null
  readonly hardDeadline: string | null
  readonly by: string
}

/** Texts by which a person recognises an order or a product; '' if it has none. */
export interface RecognisableParts {
  /** For an order: its recipient and first item. */
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
  /** Its address in the console of the shipping company; undefined: unknown. */
  readonly consolePage: string | undefined
}

/** Everything about a request with unknown orders. */
export interface UnknownRequestDetails {
  /** A sentence about the response. */
  readonly responseSentence: string
  /** Undefined: no request was stored. */
  readonly attempt: RequestView | undefined
  /** Whether the response has further contradictions besides the sentence. */
  readonly hasMoreAnomalies: boolean
  readonly orders: readonly UnknownOrderRow[]
  /** The place of the first of `orders`, from 1. */
  readonly from: number
  /** Numbers of all its unknown orders. */
  readonly numbers: readonly string[]
  /** When its orders may be resolved as absent, milliseconds since the epoch. */
  readonly absentFrom: number
  /** When the request is sent again by itself, milliseconds since the epoch; undefined: a person must decide. */
  readonly replayAt: number | undefined
  /** Whether the service provably finished the request: it will not execute it late. */
  readonly isFinished: boolean
  /** The status of a response, if a person may confirm that it means a rejection. */
  readonly rejectedStatus: number | null
}

/** A late response that contradicts a resolution, or an inconsistent response. */
export interface AlarmView {
  readonly id: string
  /** `unknown.alarms.<kind>` of lib/words has its sentence, which uses `values`. */
  readonly kind: 'possible_double' | 'other_id' | 'taken_back' | 'foreign_order' | 'repeated_id'
  readonly values: Readonly<Record<string, string | number>>
  readonly path: string
  /** Whether it is about a response, not about a resolution. */
  readonly isAboutResponse: boolean
}

/** The scope of a pasted list: an environment, or one request. */
export interface PastedListScope {
  readonly id: string
  readonly envId: string
  readonly scope: 'orders' | 'products'
  readonly count: number
  readonly request?: RequestKey
  readonly label: string
}

/** The effect of a pasted list. */
export interface DryRunView extends Omit<ListPlan, 'decisions'> {
  /** SHA-256 of the decisions: the list is applied only while it still leads to the same ones. */
  readonly digest: string
  /** How many rows name an order or a product, and how many rows of headings are above them. */
  readonly lines: number
  readonly headings: number
  /** Whether no column is known to have the ids, although the list has several: no id was read. */
  readonly areIdsUnclear: boolean
  /**
   * When the last of the missing orders that can be resolved now left quarantine, in milliseconds since the epoch;
   * undefined: none can be resolved yet.
   */
  readonly absentFrom: number | undefined
  readonly decisions: number
  /** How many of them resolve an order as not registered. */
  readonly denials: number
}

/** Maximum characters of a pasted list, which one action can carry. */
export const MAX_LIST_CHARACTERS = 900_000

const note = z.string().trim().max(500).optional()

/** The number of orders, which the operator types to confirm that they are not registered. */
const typed = z.string().trim().max(10)

/** A request with unknown orders, as a URL parameter. */
const requestKey = z.object({ attemptId: z.string().max(64).nullable(), runId: z.string().max(64) })

export const resolveOrderSchema = z.object({
  id: z.string().max(64),
  attemptId: z.string().max(64).nullable(),
  resolution: z.enum(resolutions),
  orderId: z.string().max(40).optional(),
  note,
  typed,
})

/** Resolves all unknown orders of a request. */
export const resolveRequestSchema = z.object({
  request: requestKey,
  resolution: z.enum(resolutions),
  note,
  typed,
})

export const rejectionSchema = z.object({ attemptId: z.string().max(64) })

export const alarmSchema = z.object({ alarmId: z.string().max(64) })

export const releaseSchema = z.object({ id: z.string().max(64), reason: z.string().trim().min(1).max(500) })

/** A list from the shipping company's console, and its scope. */
export const pasteSchema = z.object({
  envId: z.string().max(400),
  scope: z.enum(['orders', 'products']),
  request: requestKey.optional(),
  text: z.string().max(MAX_LIST_CHARACTERS),
  meaning: z.enum(listMeanings),
})

/** Applies such a list after its dry run. `digest` is of the shown result. */
export const applySchema = pasteSchema.extend({ digest: z.string().max(64), note, typed })
