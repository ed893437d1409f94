import * as z from 'zod'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { OwnErrors } from '@/lib/sheet/judge/status/state-table'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { SentLine, SentRemoval } from '@/lib/sheet/sync/merge'
import { count, draftId, draftName, rowId, sheetId } from '../schema-parts'

/**
 * The changes of one editing session (a workbench in a tab) since its last save. A repeated `seq` is the same save and
 * gets the same response.
 */
export interface SaveRequest {
  readonly draftId: string
  readonly sheetId: SheetId
  /** Registered lines are locked by the connection in use. A draft that this save creates gets it. */
  readonly connectionId: string
  readonly name: string
  /** The current number of orders or products. */
  readonly records: number
  /**
   * Of these, those in which the sheet itself finds errors, by the result of their last check on this connection.
   * Absent while they are still being judged.
   */
  readonly errors?: OwnErrors | undefined
  readonly editingSession: string
  /** Number of the save in its editing session, from 1. */
  readonly seq: number
  /** The revision of the draft up to which the session has read everything. */
  readonly seen: number
  readonly lines: readonly SentLine[]
  readonly removes: readonly SentRemoval[]
}

/** The longest id of a column. */
const MAX_COLUMN_CHARACTERS = 200
/** Columns with texts of one line, hidden ones included. */
const MAX_COLUMNS = 1000
/**
 * Lines, and removed lines, of one save. A workbench sends fewer than 19,500: every line has an id, which counts, and a
 * save exceeds its size by at most half.
 */
const MAX_LINES = 20_000

/**
 * Texts by column. One loop, because a large save has ten thousand cells: a record of zod copies each of them, in ten
 * times the time. What every object has, such as `__proto__` or `constructor`, names no column: reading it from the
 * stored texts would find more than them.
 */
const texts = z.custom<Texts>(value => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let columns = 0
  for (const column in value) {
    if (++columns > MAX_COLUMNS) return false
    if (column.length > MAX_COLUMN_CHARACTERS || column in Object.prototype) return false
    if (typeof (value as Record<string, unknown>)[column] !== 'string') return false
  }
  return true
})

/** A save: cells as they are now and as the operator saw them before. Texts are verbatim. */
export const saveSchema = z.object({
  draftId,
  sheetId,
  connectionId: rowId,
  name: draftName,
  records: z.int().nonnegative(),
  errors: z.object({ unchecked: count, passed: count, failed: count }).optional(),
  editingSession: rowId,
  seq: z.int().positive(),
  seen: z.int().nonnegative(),
  lines: z
    .array(
      z.object({
        id: rowId,
        rank: z.number(),
        texts,
        before: texts.nullable(),
        isMoved: z.boolean().optional(),
        after: rowId.nullable().optional(),
      }),
    )
    .max(MAX_LINES)
    .readonly(),
  removes: z
    .array(z.object({ id: rowId, seen: z.int().nonnegative() }))
    .max(MAX_LINES)
    .readonly(),
}) satisfies z.ZodType<SaveRequest>

/** The result of a save. */
export interface SaveResponse {
  /** Lines at the service that the save would have changed or removed. */
  readonly refused: number
  /** The revision of the draft after this save. */
  readonly revision: number
  /** Lines that the server stores differently than the session expects. */
  readonly differing: readonly Line[]
  /** Cells of others that this save overwrote; `kept`: another operator wrote into a removed line, so it stays. */
  readonly conflicts: readonly Conflict[]
}

/** An operator who has the draft open or changed it; `isYou`: the same operator in another tab; '': unknown name. */
export interface Participant {
  readonly name: string
  readonly isYou: boolean
}

/** Two editing sessions wrote different texts into one line (lib/sheet/sync/merge.ts): `by` is the other operator. */
export interface Conflict {
  readonly kind: 'replaced' | 'revived' | 'kept'
  readonly line: LineId
  /** The overwritten texts by column. */
  readonly texts: Texts
  readonly by: Participant
}

/** A conflict for the session that wrote first, until its operator dismisses it. */
export interface ConflictNotice extends Conflict {
  readonly id: string
  readonly revision: number
}

/** How far a workbench has read a draft: all earlier revisions, and of this revision the lines up to this id. */
export interface Cursor {
  readonly revision: number
  readonly line: string
}

/** Which conflicts an operator has read. */
export const dismissConflictsSchema = z.object({ draftId, ids: z.array(z.uuid()).max(10_000) })

/** A number in a URL; an invalid or too large one counts as 0. */
const countInAddress = z.coerce.number().pipe(count).catch(0)

/** Query of a request for changes: how far the session has read, and which conflicts it knows. */
export const changesQuery = z.object({
  editingSession: z.string().max(100).catch(''),
  since: countInAddress,
  line: z.string().catch(''),
  notified: countInAddress,
  /** Present when the session ends. */
  leave: z.string().optional(),
})

/** Changes of other sessions in a draft, in pages. */
export interface DraftChanges {
  readonly name: string
  /** The connection that everyone uses who has the draft open; null: not chosen yet. */
  readonly connectionId: string | null
  /** Connections whose service misbehaves on purpose, by id. */
  readonly rehearsals: Readonly<Record<string, Rehearsal>>
  readonly revision: number
  /** The session is too far behind: it must read all lines again. */
  readonly isOutdated: boolean
  readonly lines: readonly (Line & { readonly by: string })[]
  readonly removed: readonly { readonly id: LineId; readonly by: string }[]
  /** The participants that `by` refers to. */
  readonly people: Readonly<Record<string, Participant>>
  /** Start of the next page; null: this is the last one. */
  readonly next: Cursor | null
  /** Others who have the draft open. */
  readonly participants: readonly Participant[]
  readonly notices: readonly ConflictNotice[]
}
