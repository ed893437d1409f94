import * as z from 'zod'
import type { Sheet, SheetId } from '@/lib/sheet/schema/sheets'
import { draftId, draftName, rowId, sheetId } from '../schema-parts'

/** Gives a draft a name from its sheet; one that was never saved is created by it. */
export const nameDraftSchema = z.object({ draftId, sheetId, name: draftName, connectionId: rowId })

/** Has everyone who opens a draft use a connection. */
export const chooseConnectionSchema = z.object({ draftId, connectionId: rowId })

export const unarchiveDraftSchema = z.object({ draftId })

/** The draft to carry over and its target sheet; `all`: including orders that are registered or being sent. */
export const carryOverSchema = z.object({
  draftId,
  to: sheetId,
  connectionId: rowId,
  all: z.boolean(),
})

export const duplicateDraftSchema = z.object({ draftId })

/** Renames a stored draft in a list of drafts. */
export const renameDraftSchema = z.object({ draftId, name: draftName })

/** As many drafts as one page of a list has. */
export const MAX_ARCHIVED_AT_ONCE = 50

/** Archives drafts of a list, or restores them. */
export const archiveDraftsSchema = z.object({
  draftIds: z.array(draftId).min(1).max(MAX_ARCHIVED_AT_ONCE),
  isArchived: z.boolean(),
})

/** `evenRegistered`: the operator has confirmed the deletion of a draft with registered records. */
export const deleteDraftSchema = z.object({ draftId, evenRegistered: z.boolean() })

/** A draft with orders whose outcome is unknown. */
export interface DraftWithUnknowns {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly unknown: number
}

/** The status of a draft's records in one environment. */
export interface DraftStatusAt {
  /** Names of its connections, or its origin if no connection is left. */
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
  /** When its lines were last edited (ISO 8601), and by whom; '' if unknown. */
  readonly updatedAt: string
  readonly editedBy: string
  readonly statuses: readonly DraftStatusAt[]
  /** Records in which the sheet itself finds errors, whether or not they were checked. */
  readonly ownErrors: number
  readonly activeRun: 'check' | 'register' | undefined
  /** Until when the service asked the active run to wait, ISO 8601. */
  readonly waitsUntil: string | undefined
}
