import * as z from 'zod'
import type { Origin } from '@/lib/import/recipe/values/origins'
import { rowId } from '../schema-parts'
import type { Participant } from './changes'

/** Query of a request for the history of a cell: its line and its column. */
export const cellHistoryQuery = z.object({ line: rowId, column: z.string().max(200) })

/** How a text came into a cell, if no operator typed it. */
export type VersionOrigin = Pick<Origin, 'kind' | 'of' | 'before'>

/** A text that a cell has or had; '': it was empty. */
export interface CellVersion {
  readonly text: string
  /** The revision of the save that wrote the text; 0: unknown. */
  readonly revision: number
  /** The operator whose save wrote the text, and when (ISO 8601); null: unknown. */
  readonly saved: { readonly by: Participant; readonly at: string } | null
  readonly origin?: VersionOrigin
}

/** The texts of a cell, the newest first. */
export interface CellHistory {
  readonly versions: readonly CellVersion[]
  /** Whether older texts are left out. */
  readonly isCut: boolean
}
