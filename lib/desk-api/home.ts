import type { Sheet, SheetId } from '@/lib/sheet/schema/sheets'
import type { ReasonKind } from './automation'
import type { ClockDifference } from './connections/clock-difference'

/** A draft that a line of Home names. */
export interface NamedDraft {
  readonly id: string
  readonly sheet: SheetId
  readonly recordType: Sheet['recordType']
  readonly name: string
}

/** A run that does not continue by itself, or waits because its service asked for it. */
export interface AttentionRun {
  readonly id: string
  readonly draft: NamedDraft
  readonly kind: 'check' | 'register'
  readonly state: 'paused' | 'stopped' | 'waiting'
  /** Records that were not sent yet. */
  readonly left: number
  /** Why it paused or stopped, as a sentence. */
  readonly problem: string | undefined
  /** ISO 8601. */
  readonly waitsUntil: string | undefined
}

/** Orders of a draft that are not registered and should have been dispatched, or should be today. */
export interface AttentionDue {
  readonly draft: NamedDraft
  readonly state: 'past' | 'today'
  readonly count: number
  /** The earliest last day of these orders: `2026-11-23`. */
  readonly day: string
}

/** A credential that does not work, or will not for much longer. */
export interface AttentionCredential {
  readonly connectionId: string
  readonly connection: string
  readonly credential: 'accessToken' | 'secretKey'
  readonly state: 'failed' | 'expired' | 'expires'
  /** When it expires (ISO 8601), or when its test failed. */
  readonly at: string
}

/** A connection to a service whose clock differs from this server's by a minute or more. */
export interface AttentionClock {
  readonly connectionId: string
  readonly connection: string
  readonly difference: ClockDifference
}

/** A server whose clock differs from the clock of its database by a minute or more. */
export interface AttentionServerClock {
  readonly host: string
  readonly difference: ClockDifference
}

/** An order that the shop cancelled, and that is at the shipping company, or possibly. */
export interface AttentionCancellation {
  readonly id: string
  readonly number: string
  readonly orderId: string | null
  readonly isUnconfirmed: boolean
  /** The id of its draft; null: the draft was deleted. */
  readonly draft: string | null
}

/** A file that arrived without a person and needs one. */
export interface AttentionFile {
  readonly id: string
  readonly name: string
  /** The draft in which its import continues. */
  readonly draft: NamedDraft
  readonly reason: ReasonKind
  /** What is wrong with a file that cannot be read, as a sentence. */
  readonly detail: string | undefined
}

/** A file that waits in the watched folder because the stored files leave no room for it. */
export interface AttentionWaitingFile {
  readonly id: string
  readonly name: string
  /** The limit: of one draft, or of all drafts. */
  readonly limit: 'draft' | 'all'
  readonly megabytes: number
}

/** A scheduled backup that failed, or the last one where none is begun any more; a later one that is made ends it. */
export interface AttentionBackup {
  /** ISO 8601. */
  readonly at: string
  /** The server that tried. */
  readonly host: string
  /** null: none was made since `at`, for twice the time between two backups. */
  readonly problem: string | null
}

/** A watched folder that does not work, so that the files in it wait. */
export interface AttentionInbox {
  /** The server that watches it. */
  readonly host: string
  readonly folder: string
  /** Since when, ISO 8601. */
  readonly at: string
  readonly problem: 'missing' | 'denied' | 'full' | 'silent' | 'other'
  /** The code of the file system: `ENOENT`. */
  readonly code: string
}

/** Connections where registering waits because the database lacks what was stored last. */
export interface AttentionRestoration {
  /** ISO 8601. */
  readonly at: string
  /** Whether it was restored from a backup; false: it lost its last commits. */
  readonly isBackup: boolean
  /** Their names. */
  readonly connections: readonly string[]
}

/** A restored backup, which also brought back people, roles, passwords and keys as they were. */
export interface AttentionRestoredAccess {
  /** ISO 8601. */
  readonly restoredAt: string
  /** When the backup was made, ISO 8601; null: unknown, because its file was put in place by hand. */
  readonly madeAt: string | null
}

/** What needs a person, each kind with the most pressing first. */
export interface Attention {
  /** One, or none. */
  readonly restored: readonly AttentionRestoration[]
  /** One, or none. */
  readonly restoredAccess: readonly AttentionRestoredAccess[]
  readonly unconfirmed: readonly { readonly draft: NamedDraft; readonly count: number }[]
  readonly cancelled: readonly AttentionCancellation[]
  readonly due: readonly AttentionDue[]
  readonly files: readonly AttentionFile[]
  readonly waitingFiles: readonly AttentionWaitingFile[]
  readonly runs: readonly AttentionRun[]
  readonly errors: readonly { readonly draft: NamedDraft; readonly count: number; readonly of: number }[]
  readonly ready: readonly { readonly draft: NamedDraft; readonly count: number; readonly at: string }[]
  readonly credentials: readonly AttentionCredential[]
  readonly clocks: readonly AttentionClock[]
  /** The server that answers, or none. */
  readonly serverClock: readonly AttentionServerClock[]
  /** That of the server that answers, or none. */
  readonly inbox: readonly AttentionInbox[]
  readonly backups: readonly AttentionBackup[]
}

/** A connection that registered something. */
export interface FigureConnection {
  readonly id: string
  readonly name: string
  readonly environment: 'test' | 'production'
}

/** What was registered, checked and found on the last 30 days of the operator, today included. */
export interface HomeFigures {
  /** Connections with registrations, by name. */
  readonly connections: readonly FigureConnection[]
  /** The oldest day first. */
  readonly days: readonly DayFigures[]
  readonly registered: Readonly<Record<'today' | 'week' | 'month' | 'monthBefore', number>>
  /** Columns with the most errors. */
  readonly errors: readonly ErrorFigure[]
  /** The same errors by the shop that their draft was imported from, for the shops with the most. */
  readonly shops: readonly Omit<ErrorFigure, 'sheet'>[]
  readonly firstChecks: FirstCheckFigures
  readonly firstChecksBefore: FirstCheckFigures
  /** Minutes from import to registration; null: nothing was imported and registered. */
  readonly medianMinutes: number | null
}

/** Records with errors in a column, or of a shop. */
export interface ErrorFigure {
  readonly name: string
  readonly sheet: SheetId
  readonly count: number
  /** Selects the drafts with these errors (`only` in the address of Home). */
  readonly selection: string
}

/** Orders that passed the first check of their draft, of all in it. */
export interface FirstCheckFigures {
  readonly passed: number
  readonly total: number
}

/** What happened on one day in the time zone of the operator. */
export interface DayFigures {
  /** `2026-11-21` */
  readonly day: string
  /** Records that were registered, by id of the connection. */
  readonly registered: Readonly<Record<string, number>>
  readonly firstChecks: FirstCheckFigures
  /** Minutes from import to registration; null: nothing was imported and registered. */
  readonly medianMinutes: number | null
}

/** The first steps of a workspace, and whether each is done. */
export type FirstSteps = Readonly<Record<'connection' | 'preset' | 'file' | 'registration', boolean>>
