import * as z from 'zod'
import type { HalvingCost, HalvingFound } from '@/lib/ledger/rules/halving'
import type { Waiting } from '@/lib/ledger/rules/problem'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import type { Result } from '../result'
import { count, draftId, rowId, sheetId } from '../schema-parts'

/** A request to check or register a draft. */
export const startRunSchema = z.object({
  draftId,
  sheetId,
  connectionId: rowId,
  /** The revision that the browser has saved: orders that changed after it are left out. */
  revision: count.optional(),
  /** Created by the caller: a repeated id is the same run. */
  clientRequestId: z.uuid(),
  /** In production: the number of records that the operator typed to confirm. */
  confirmed: count.optional(),
  /** For Register: sends only unchanged records that were rejected before and passed since. */
  again: z.boolean().optional(),
})

/** A click on Check or Register, as the server receives it. */
export type StartRunRequest = z.output<typeof startRunSchema>

/** Sends the orders of a rejected request again in halves. */
export const startHalvingSchema = startRunSchema.extend({ attemptId: z.string().min(1).max(40) })

/** Pauses, resumes or cancels a run of a draft. */
export const controlRunSchema = z.object({ draftId, runId: rowId })

/** Names a run of a draft. */
export type RunAddress = z.output<typeof controlRunSchema>

/** The result of a requested check or registration. Counts are orders. */
export interface StartedRun {
  /** '' if no run was started. */
  readonly runId: string
  /** Orders that the run contains. */
  readonly accepted: number
  /** Orders that stay because the desk refuses them already. */
  readonly withheld: number
  /** Orders that stay because other drafts hold their numbers. */
  readonly elsewhere?: number
  /** Orders that stay because they changed after the request. */
  readonly changed?: number
  /** For a check: unchanged orders that had already passed and were not sent again. */
  readonly fresh?: number
  /**
   * No run was started: in production the operator must first confirm this number of records by typing it. A program
   * confirmed another number.
   */
  readonly toConfirm?: number
  /** How many of `toConfirm` wait behind a paused or stopped run. */
  readonly waiting?: number
}

/** The progress of a requested run: its orders are frozen before it starts. */
export type StartStatus =
  | { readonly state: 'preparing'; readonly done: number; readonly total: number }
  | { readonly state: 'finished'; readonly result: Result<StartedRun> }

/** The state of a run as operators see it. */
export type RunState = 'running' | 'paused' | 'stopped' | 'cancelled' | 'done'

/** The progress of a run. Counts are orders. */
export interface RunView {
  readonly runId: string
  readonly kind: 'check' | 'register'
  /** `preparing`: its orders are being frozen, `done` of `total`. */
  readonly state: 'preparing' | RunState
  readonly total: number
  readonly done: number
  /** Orders without an outcome: queued or being sent. */
  readonly left: number
  readonly passed: number
  readonly failed: number
  readonly registered: number
  readonly rejected: number
  readonly unknown: number
  /** Numbers of orders that the run did not accept, by the sentence with the reason. */
  readonly refused: readonly { readonly why: string; readonly numbers: readonly string[] }[]
  /** Why the run waits or has stopped, as a sentence. */
  readonly problem?: string | undefined
  /** The code of `problem`. */
  readonly problemCode?: string | undefined
  /** Whether it can only be cancelled: its connection was deleted, or leads to another environment by now. */
  readonly isStranded?: boolean
  /** Something odd about a response that did not stop the run, as a sentence. */
  readonly notice?: string | undefined
  /** The request whose response `problem` or `notice` is about. */
  readonly attemptId?: string | undefined
  /** Why a running run currently sends nothing, or that a response is late. */
  readonly waiting?: Waiting | undefined
  /** Whether the draft was not edited after the run ended; while it has no end, after it started. */
  readonly isLatestChange?: boolean | undefined
  /** What a run that sends a rejected request again in halves has found so far. */
  readonly halving?: HalvingFound | undefined
}

/** A request that was rejected without a reason, and the number of requests needed to find the orders to blame. */
export interface HalvingOffer extends HalvingCost {
  readonly attemptId: string
}

/** Something about orders of a draft that needs a person, as a sentence, and the path of its page. */
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

/** A paused or stopped registration of a draft, besides its latest run, whose orders wait. */
export interface HaltedRegistration {
  readonly runId: string
  readonly state: 'paused' | 'stopped'
  /** Orders that wait. */
  readonly waiting: number
  /** The name of its connection, also after it was deleted. */
  readonly connection: string
  /** The connection on which it can be resumed; null: that was deleted, or leads to another environment by now. */
  readonly connectionId: string | null
  /** Whether its orders wait in the environment in use: the sheet shows them. */
  readonly isHere: boolean
  /** Why, as a sentence. */
  readonly problem: string | undefined
  /** The code of `problem`. */
  readonly problemCode: string | undefined
}

/** What the server knows of a draft on a connection: its latest run and the outcomes of its orders. */
export interface DraftOutcomes {
  readonly run: RunView | null
  /** Open alarms about orders of the draft. */
  readonly alarms: readonly DraftAlarm[]
  readonly registeredElsewhere: readonly RegisteredElsewhere[]
  /** Paused and stopped registrations of the draft on any connection, besides `run`. */
  readonly halted: readonly HaltedRegistration[]
  /**
   * Whether a registration of the draft is under way: otherwise what is queued waits until a person resumes its run.
   */
  readonly isMoving: boolean
  readonly outcomes: readonly OrderOutcome[]
  /** Rejected requests without an explanation, newest first. */
  readonly halving: readonly HalvingOffer[]
  /** `since` of the next request, whose response then contains only changes. */
  readonly until: string
  /** Whether another page of outcomes follows now. */
  readonly more: boolean
  /** Checks that passed before this time (ISO 8601, by the clock of the ledger) have expired. */
  readonly passesSince: string
}
