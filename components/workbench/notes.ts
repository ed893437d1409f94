import type { CellNote } from '@/components/grid/source'
import { hidden } from '@/lib/intake/imported'
import { liveOrigins } from '@/lib/intake/origins'
import type { LineView } from '@/lib/sheet/line-view'

/** Views are made anew when anything of a line changes, so what is read of one holds as long as it does. */
const known = new WeakMap<LineView, ReadonlyMap<string, CellNote>>()

/** Cells of a line whose text nobody typed, and which of them are to be looked at; undefined: none. */
export function notesOf(view: LineView): ReadonlyMap<string, CellNote> | undefined {
  if (!view.texts[hidden.origins]) return undefined
  const before = known.get(view)
  if (before) return before
  const notes = new Map<string, CellNote>()
  for (const [column, { review }] of liveOrigins(view.texts)) {
    if (!view.hidden.has(column)) notes.set(column, review ? 'review' : 'filled')
  }
  known.set(view, notes)
  return notes
}
