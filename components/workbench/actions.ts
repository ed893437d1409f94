import type { RecipeActions } from '@/components/intake/use-recipes'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { Warehouse } from '@/lib/contract/warehouses'
import type { Outcome } from '@/lib/sheet/outcomes'
import type { SheetId } from '@/lib/sheet/sheets'
import type { ViewActions } from './saved-views'
import type { SaveAnswer, SaveRequest } from './together'
import type { Waiting } from './waiting-words'

/** What an action answers: a value, or a sentence for the operator. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: { readonly code: string; readonly message: string } }

/** A run as the screen follows it. Counts are orders. */
export interface RunView {
  readonly runId: string
  readonly kind: 'check' | 'register'
  readonly state: string
  readonly total: number
  readonly done: number
  /** What has no outcome yet: it waits, or is under way. */
  readonly left: number
  readonly passed: number
  readonly failed: number
  readonly registered: number
  readonly rejected: number
  readonly unknown: number
  /** Orders that were not taken into the run, by the sentence that says why. */
  readonly refused: readonly { readonly why: string; readonly numbers: readonly string[] }[]
  /** Why it waits or stopped, as a sentence. */
  readonly problem?: string | undefined
  /** The same for a machine. */
  readonly problemCode?: string | undefined
  /** What is to be known of a response although it went on, as a sentence. */
  readonly notice?: string | undefined
  /** The request whose response its problem or notice is about. */
  readonly attemptId?: string | undefined
  /** Of one that runs: why nothing is being sent, or that a response is late. */
  readonly waiting?: Waiting | undefined
  /** What it found so far, by numbers of orders, when it sends a refused request again in halves. */
  readonly halving?: HalvingFound | undefined
}

/** Orders that are refused even alone, and sets of orders that were refused together and accepted by themselves. */
export interface HalvingFound {
  readonly alone: readonly string[]
  readonly together: readonly (readonly string[])[]
}

/** A request that was refused without a reason, and how many requests it takes to find which orders are to blame. */
export interface HalvingOffer {
  readonly attemptId: string
  readonly orders: number
  /** When one order is to blame, and at most. */
  readonly likely: number
  readonly most: number
}

/** What a run was started with. */
export interface RunRequest {
  readonly draftId: string
  readonly sheetId: SheetId
  readonly connectionId: string
  /** Made once a press: the same press twice is one run. */
  readonly clientRequestId: string
  /** In production: how many records the operator typed that they want registered. */
  readonly confirmed?: number
  /** Of Register: only what was refused before and passed since, as it is. */
  readonly again?: boolean
}

/** A started run: `withheld` orders stay at the desk, because it refuses them already. */
export interface StartedRun {
  readonly runId: string
  readonly taken: number
  readonly withheld: number
  /** Orders that stay because other drafts hold their numbers. */
  readonly elsewhere?: number
  /** Of a check: orders that had passed as they are, and were not sent again. */
  readonly fresh?: number
  /** Nothing was begun: in production this many records are to be confirmed first, by typing their number. */
  readonly toConfirm?: number
}

/** What the workbench needs of the server. The page hands it in: the workbench knows no route. */
export interface WorkbenchActions {
  save(input: SaveRequest): Promise<Answer<SaveAnswer>>
  /** The operator has heard of texts of theirs that somebody wrote over. */
  settle(input: { draftId: string; ids: string[] }): Promise<Answer<null>>
  rename(input: { draftId: string; sheetId: SheetId; name: string }): Promise<Answer<null>>
  /** Has an archived draft take edits again. */
  bringBack(input: { draftId: string }): Promise<Answer<null>>
  /**
   * Makes a draft of another sheet out of the stored lines.
   * @param input `all`: with orders that are registered or on their way. The answer is the path of the new draft.
   */
  carryOver(input: {
    draftId: string
    connectionId: string
    to: SheetId
    all: boolean
  }): Promise<Answer<{ path: string }>>
  /** Remembers which column the service of a connection means by a name. */
  assignField(input: {
    connectionId: string
    sheet: SheetId
    field: string
    column: string
  }): Promise<Answer<null>>
  readonly views: ViewActions
  readonly recipes: RecipeActions
  readonly runs: RunActions
}

/** What may be done with a run that is under way or stands still. */
export interface RunActions {
  /** Stops it before its next request. */
  pause(input: RunAddress): Promise<Answer<null>>
  goOn(input: RunAddress): Promise<Answer<null>>
  /** Ends it before its next request; what waits goes back to the sheet. */
  cancel(input: RunAddress): Promise<Answer<null>>
}

export interface RunAddress {
  readonly draftId: string
  readonly runId: string
}

/** Something about orders of a draft that a person must hear of, as a sentence, and where it is found. */
export interface DraftAlarm {
  readonly id: string
  readonly message: string
  readonly path: string
}

/** What the server tells of a draft on a connection: its run, if one goes on, and what is known of its orders. */
export interface DraftNews {
  readonly run: RunView | null
  /** What nobody has seen to of its orders. */
  readonly alarms: readonly DraftAlarm[]
  /** Whether a registration of the draft goes on: else what is queued waits until a person lets its run go on. */
  readonly isMoving: boolean
  readonly outcomes: readonly Outcome[]
  /** Refused requests that nobody explained, newest first. */
  readonly halving: readonly HalvingOffer[]
  /** Ask with this the next time, to get only what changed. */
  readonly until: string
  /** Whether there is more to tell since `until` right now: thousands of orders come in pages. */
  readonly more: boolean
  /** Passes given before this time (ISO 8601) are over now, by the clock of the server. */
  readonly passesSince: string
}

/** What the operator's role allows here; the server asks again. */
export interface Permissions {
  readonly edit: boolean
  readonly register: boolean
}

/** A connection as the workbench offers it. */
export interface ConnectionChoice {
  readonly id: string
  readonly name: string
  readonly environment: 'test' | 'production'
  /** Host, and port where there is one, of its base URL. */
  readonly host: string
  /** Where its service takes parcels in; empty: not known. */
  readonly warehouses: readonly Warehouse[]
  /** What its service calls columns of this sheet, as operators said. */
  readonly fieldNames: readonly { readonly field: string; readonly column: string }[]
  /** How the service behind it misbehaves, as it was told to; null: not at all. */
  readonly rehearsal: Rehearsal | null
}
