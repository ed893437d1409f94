import * as z from 'zod'
import type { OrderOutcome } from '@/lib/sheet/judge/outcomes'
import type { Result } from './result'
import { count, draftId, rowId, sheetId } from './schema-parts'

/** Check or Register was pressed. */
export const startRunSchema = z.object({
  draftId,
  sheetId,
  connectionId: rowId,
  /** The revision of the draft that the browser has saved: orders that change after it are left out. */
  revision: count.optional(),
  /** Made once per press: the same id again is the same run. */
  clientRequestId: z.uuid(),
  /** In production: how many records the operator typed that they want registered. */
  confirmed: count.optional(),
  /** Of Register: sends only what was refused before and passed since, exactly as it is. */
  again: z.boolean().optional(),
})

export type StartRunRequest = z.output<typeof startRunSchema>

/** The orders of a refused request are sent again, in halves. */
export const startHalvingSchema = startRunSchema.extend({ attemptId: z.string().min(1).max(40) })

/** A run of a draft that is paused, resumed or cancelled. */
export const controlRunSchema = z.object({ draftId, runId: rowId })

export type RunAddress = z.output<typeof controlRunSchema>

/** What a press of Check or Register started. Counts are orders. */
export interface StartedRun {
  /** '' when no run was started. */
  readonly runId: string
  /** Orders that the run contains. */
  readonly accepted: number
  /** Orders that stay because the desk refuses them already. */
  readonly withheld: number
  /** Orders that stay because other drafts hold their numbers. */
  readonly elsewhere?: number
  /** Orders that stay because they changed after the press. */
  readonly changed?: number
  /** Of a check: orders that had passed as they are, and were not sent again. */
  readonly fresh?: number
  /** Nothing was started: in production the operator confirms this many records first, by typing their number. */
  readonly toConfirm?: number
}

/** How far a press of Check or Register is: its orders are frozen before its run starts. */
export type StartStatus =
  | { readonly state: 'preparing'; readonly done: number; readonly total: number }
  | { readonly state: 'finished'; readonly result: Result<StartedRun> }

/** Why a run that is under way sends nothing just now. Times are ISO 8601. */
export type Waiting =
  | { readonly kind: 'asked'; readonly until: string; readonly asked: string }
  | { readonly kind: 'turn' }
  | { readonly kind: 'response'; readonly seconds: number; readonly of: number }

/** A run as the screen follows it. Counts are orders. */
export interface RunView {
  readonly runId: string
  readonly kind: 'check' | 'register'
  /** `preparing`: its orders are being frozen, `done` of `total`. */
  readonly state: string
  readonly total: number
  readonly done: number
  /** Orders without an outcome: they wait, or are under way. */
  readonly left: number
  readonly passed: number
  readonly failed: number
  readonly registered: number
  readonly rejected: number
  readonly unknown: number
  /** Numbers of orders that the run did not take, by the sentence that says why. */
  readonly refused: readonly { readonly why: string; readonly numbers: readonly string[] }[]
  /** Why the run waits or stopped, as a sentence. */
  readonly problem?: string | undefined
  /** The code of the same. */
  readonly problemCode?: string | undefined
  /** Something odd about a response after which the run went on, as a sentence. */
  readonly notice?: string | undefined
  /** The request whose response `problem` or `notice` is about. */
  readonly attemptId?: string | undefined
  /** Why a running run sends nothing just now, or that a response is late. */
  readonly waiting?: Waiting | undefined
  /** Whether the draft was not edited after the run ended; while it has no end, after it started. */
  readonly isLatestChange?: boolean | undefined
  /** What a run that sends a refused request again in halves has found so far. */
  readonly halving?: HalvingFound | undefined
}

/** Numbers of orders that are refused even alone, and sets of orders that are refused together and accepted apart. */
export interface HalvingFound {
  readonly alone: readonly string[]
  readonly together: readonly (readonly string[])[]
}

/** A request that was refused without a reason, and how many requests it takes to find which orders are to blame. */
export interface HalvingOffer {
  readonly attemptId: string
  readonly orders: number
  /** Requests when one order is to blame, and at most. */
  readonly likely: number
  readonly most: number
}

/** Something about orders of a draft that a person must see to, as a sentence, and the path where it is found. */
export interface DraftAlarm {
  readonly id: string
  readonly message: string
  readonly path: string
}

/** Orders of a draft that are registered where another connection leads. */
export interface RegisteredElsewhere {
  /** A connection that leads there; null: it was deleted. */
  readonly connectionId: string | null
  /** Its name, or the address where no connection leads any more. */
  readonly at: string
  readonly count: number
}

/** What the server knows of a draft on a connection: its latest run and the outcomes of its orders. */
export interface DraftOutcomes {
  readonly run: RunView | null
  /** Open alarms about orders of the draft. */
  readonly alarms: readonly DraftAlarm[]
  readonly registeredElsewhere: readonly RegisteredElsewhere[]
  /** Whether a registration of the draft is under way: otherwise what is queued waits until a person resumes its run. */
  readonly isMoving: boolean
  readonly outcomes: readonly OrderOutcome[]
  /** Refused requests without an explanation, newest first. */
  readonly halving: readonly HalvingOffer[]
  /** `since` of the next request, which then answers only what changed. */
  readonly until: string
  /** Whether another page of outcomes follows `until` right now. */
  readonly more: boolean
  /** Passes given before this time (ISO 8601) have expired, by the clock of the server. */
  readonly passesSince: string
}
