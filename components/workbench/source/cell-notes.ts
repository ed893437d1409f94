import type { FillNote } from '@/components/grid/source'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { liveOrigins } from '@/lib/import/recipe/values/origins'
import type { LineView } from '@/lib/sheet/workbook/line-view'

/** A line has a new view after every change, so its notes are valid as long as the view. */
const notesByView = new WeakMap<LineView, ReadonlyMap<string, FillNote>>()

/** Cells of a line whose texts were filled in, and which of them are to be reviewed; undefined: none. */
export function cellNotesOf(view: LineView): ReadonlyMap<string, FillNote> | undefined {
  if (!view.texts[hiddenColumns.origins]) return undefined
  const before = notesByView.get(view)
  if (before) return before
  const notes = new Map<string, FillNote>()
  for (const [column, { review }] of liveOrigins(view.texts)) {
    if (!view.hidden.has(column)) notes.set(column, review ? 'review' : 'filled')
  }
  notesByView.set(view, notes)
  return notes
}
