import * as z from 'zod'
import type { Sheet, SheetId } from '@/lib/sheet/schema/sheets'
import { draftId, draftName, rowId, sheetId } from './schema-parts'

/** Gives a draft a name from its sheet; one that was never saved is created by it. */
export const nameDraftSchema = z.object({ draftId, sheetId, name: draftName, connectionId: rowId })

/** Has everyone who opens a draft use a connection. */
export const chooseConnectionSchema = z.object({ draftId, connectionId: rowId })

export const unarchiveDraftSchema = z.object({ draftId })

/** Which draft goes to which sheet; `all`: orders that are registered or on their way, too. */
export const carryOverSchema = z.object({
  draftId,
  to: sheetId,
  connectionId: rowId,
  all: z.boolean(),
})

export const duplicateDraftSchema = z.object({ draftId })

/** Gives a stored draft another name from a list of drafts. */
export const renameDraftSchema = z.object({ draftId, name: draftName })

export const archiveDraftSchema = z.object({ draftId, isArchived: z.boolean() })

/** `evenRegistered`: the operator was told that some of it is registered. */
export const deleteDraftSchema = z.object({ draftId, evenRegistered: z.boolean() })

/** A draft with orders whose outcome is unknown. */
export interface DraftWithUnknowns {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly unknown: number
}

/** The status of a draft's records where some connections lead. */
export interface DraftStatusAt {
  /** Names of the connections, or the origin where none is left. */
  readonly at: string
  readonly environment: 'test' | 'production'
  readonly registered: number
  /** Records that passed their last check and are not at the service. */
  readonly passed: number
  readonly failing: number
  readonly unknown: number
  /** Records that are queued or being sent. */
  readonly busy: number
  /** Records whose numbers are held by orders of other drafts. */
  readonly elsewhere: number
}

/** A draft as a list shows it. */
export interface DraftRow {
  readonly id: string
  readonly sheet: SheetId
  readonly recordType: Sheet['recordType']
  readonly name: string
  readonly lines: number
  /** Orders or products at the last save; null: never counted. */
  readonly records: number | null
  /** When its lines were edited last (ISO 8601), and by whom; '' when that is not known. */
  readonly updatedAt: string
  readonly editedBy: string
  readonly statuses: readonly DraftStatusAt[]
  /** Records in which the sheet itself finds errors, whether or not they were checked. */
  readonly ownErrors: number
  readonly activeRun: 'check' | 'register' | undefined
  /** Until when the service asked the active run to wait, ISO 8601. */
  readonly waitsUntil: string | undefined
}
