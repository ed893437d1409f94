import * as z from 'zod'
import {
  type ColumnLayout,
  defaultLayout,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
} from '@/lib/sheet/view/columns/column-layout'
import { sheetId, storableName } from '../schema-parts'

/** A named layout of an operator. */
export interface NamedView {
  readonly name: string
  readonly layout: ColumnLayout
}

/** The column layouts of an operator for one sheet. */
export interface SavedViews {
  readonly operatorId: string
  /** The current layout of the sheet; undefined if its columns were never changed. */
  readonly last: ColumnLayout | undefined
  /** When it was stored (ISO 8601); '' if never. */
  readonly savedAt: string
  readonly named: readonly NamedView[]
}

const columnId = z.string().min(1).max(200)
const MAX_COLUMNS = 300
const columnIds = z.array(columnId).max(MAX_COLUMNS)
const name = storableName(60)

/** A layout of columns. Ids may be unknown, because a stored layout outlives columns. */
const layoutSchema = z.object({
  order: columnIds,
  widths: z
    .record(columnId, z.number().min(MIN_COLUMN_WIDTH).max(MAX_COLUMN_WIDTH))
    .refine(widths => Object.keys(widths).length <= MAX_COLUMNS),
  hidden: columnIds,
  pinned: columnIds,
  folded: columnIds,
  relevantOnly: z.boolean(),
})

/** A layout as earlier releases stored it: they called `relevantOnly` by another name. */
const earlierLayoutSchema = layoutSchema
  .omit({ relevantOnly: true })
  .extend({ mattering: z.boolean() })
  .transform(({ mattering, ...layout }) => ({ ...layout, relevantOnly: mattering }))

/** A layout stored by any release. An unreadable layout becomes the default layout of the sheet. */
export const storedLayoutSchema: z.ZodType<ColumnLayout> = layoutSchema
  .or(earlierLayoutSchema)
  .or(z.unknown().transform(() => defaultLayout))

/** Stores the current layout of a sheet. */
export const saveLayoutSchema = z.object({ sheetId, layout: layoutSchema })

export const saveViewSchema = z.object({ sheetId, name, layout: layoutSchema })

export const renameViewSchema = z.object({ sheetId, name, next: name })

export const deleteViewSchema = z.object({ sheetId, name })
