import { type Ref, type RefObject, useImperativeHandle } from 'react'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import { columnsTogether } from './columns/whole-columns'
import type { EditorHandle } from './edit/editor'
import { ROW_HEIGHT } from './geometry/geometry'
import type { Selection } from './select/selection'
import type { GridSource } from './source'

/** The functions of the grid for the page around it. */
export interface GridHandle {
  /** Moves to a cell, scrolls it into view and takes the focus. */
  goTo(cell: CellAddress): void
  /** Makes a column as wide as its texts, and the columns that are selected with it. */
  fit(column: string): void
  /** The columns that an action on one of them concerns: those that are selected with it. */
  together(column: string): readonly string[]
  focus(): void
  /** Commits the text of the open editor to its cell. */
  commit(): void
  /** The cell that is being edited; null when none is. */
  editing(): CellAddress | null
  /** Undoes or redoes the last step, and moves to where it happened. */
  undo(): void
  redo(): void
  /** Whether an element, such as the target of an event, is part of the grid. */
  contains(element: EventTarget | null): boolean
  /** Whether an element is the text field in which cells are edited. */
  isEditor(element: EventTarget | null): element is HTMLTextAreaElement
  /** The heading of a column; null while it is not painted. */
  heading(column: string): Element | null
  /** Does work that adds, moves or removes lines. The lines in view stay where they are on the screen. */
  keepView(work: () => void): void
  /** Highlights painted cells for a moment. @param cells columns by line; undefined: all cells of the line */
  flash(cells: ReadonlyMap<LineId, ReadonlySet<string> | undefined>): void
  readonly selection: Selection
}

interface Parts {
  root: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  source: GridSource
  selection: Selection
  editor: EditorHandle
  fit: (column: string) => void
  undo: () => void
  redo: () => void
}

/** Gives the grid's handle to the component that owns `ref`. */
export function useGridHandle(ref: Ref<GridHandle> | undefined, parts: Parts): void {
  const { root, scroller, source, selection, editor, fit, undo, redo } = parts
  useImperativeHandle(ref, () => ({
    goTo: cell => {
      editor.commit()
      selection.jumpTo(cell)
      editor.focus()
    },
    fit,
    together: column => columnsTogether(selection, source.columns(), column),
    focus: editor.focus,
    commit: editor.commit,
    editing: editor.cell,
    undo: () => {
      editor.commit()
      undo()
    },
    redo: () => {
      editor.commit()
      redo()
    },
    contains: element => element instanceof Node && (root.current?.contains(element) ?? false),
    isEditor: (element): element is HTMLTextAreaElement =>
      element instanceof HTMLTextAreaElement && (root.current?.contains(element) ?? false),
    heading: column => root.current?.querySelector(`[data-heading="${CSS.escape(column)}"]`) ?? null,
    keepView: work => keepView(scroller.current, source, work),
    flash: cells => flash(root.current, cells),
    selection,
  }))
}

/** Lines that are looked for after the work: the first of them that is still shown decides. */
const MAX_ANCHORS = 50

function keepView(scroller: HTMLElement | null, source: GridSource, work: () => void): void {
  const first = Math.floor((scroller?.scrollTop ?? 0) / ROW_HEIGHT)
  const anchors = source.rows().slice(first, first + MAX_ANCHORS)
  work()
  if (!scroller || first === 0) return
  for (const [i, line] of anchors.entries()) {
    const row = source.indexOf(line)
    if (row === -1) continue
    if (row !== first + i) scroller.scrollTop += (row - first - i) * ROW_HEIGHT
    return
  }
}

const FLASH_MS = 1600
const FLASH_COLOR = 'color-mix(in srgb, var(--accent) 32%, var(--bg))'

function flash(root: HTMLElement | null, cells: ReadonlyMap<LineId, ReadonlySet<string> | undefined>): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // After the lines are painted.
  requestAnimationFrame(() => {
    for (const row of root?.querySelectorAll<HTMLElement>('[role=row][data-line]') ?? []) {
      const { line = '' } = row.dataset
      if (!cells.has(line)) continue
      const columns = cells.get(line)
      for (const cell of row.querySelectorAll<HTMLElement>('[role=gridcell]')) {
        if (columns && !columns.has(cell.dataset.column ?? '')) continue
        const from = { offset: 0, backgroundColor: FLASH_COLOR }
        cell.animate([from], { duration: FLASH_MS, easing: 'ease-out' })
      }
    }
  })
}
