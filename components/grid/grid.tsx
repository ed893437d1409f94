'use client'
import './grid.css'
import {
  type ClipboardEvent,
  memo,
  type Ref,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import { Body } from './body'
import { Editor, type EditorHandle } from './editor'
import { cellId, HEAD_HEIGHT, ROW_HEIGHT } from './geometry'
import { Header } from './header'
import { type MenuPlace, openMenu } from './open-menu'
import { Selection } from './selection'
import type { GridSource } from './source'
import { useColumnLayout } from './use-column-layout'
import { useKeys } from './use-keys'
import { useOneStop } from './use-one-stop'
import { usePlacement } from './use-placement'
import { usePointer } from './use-pointer'
import { useMeasured, useTextWidths } from './use-text-widths'
import { useWheel } from './use-wheel'
import { useWindow } from './use-window'
import { columnsTogether } from './whole-columns'

/** What the screen around the grid may ask of it. */
export interface GridHandle {
  /** Goes to a cell, scrolls it into view and takes the focus. */
  goTo(cell: CellAddress): void
  /** Makes a column as wide as its texts, and those that are selected with it. */
  fit(column: string): void
  /** Ids of the columns that an act on one is meant for: those that are selected with it. */
  together(column: string): readonly string[]
  focus(): void
  /** Writes what is being typed, as a click elsewhere would. */
  commit(): void
  /** The cell that is being edited; null: none is. */
  editing(): CellAddress | null
  /** Takes back the newest act, or does it again, and goes to where it happened. */
  undo(): void
  redo(): void
  readonly selection: Selection
}

interface Props {
  ref?: Ref<GridHandle>
  source: GridSource
  label: string
  /** Told where the operator stands whenever that changes. */
  onMove?: (cell: CellAddress | null) => void
  /** Asked for the menu of what is selected, and where to show it. */
  onMenu?: (place: MenuPlace) => void
}

/** An editable grid: the sheet as it is on the screen. It asks its source for everything it shows. */
export const Grid = memo(function Grid({ ref, source, label, onMove, onMenu }: Props) {
  const grid = useId()
  const selection = useMemo(() => new Selection(source), [source])
  useSyncExternalStore(source.subscribe, source.version, () => 0)
  const move = useSyncExternalStore(
    selection.subscribe,
    () => selection.version,
    () => 0,
  )
  useEffect(() => source.subscribe(selection.refresh), [source, selection])

  const root = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorHandle>(null)
  const overlay = useRef<HTMLDivElement>(null)
  // Made here, and put up later: drawn lines would have to be drawn again for an element that comes after them.
  const [messages] = useState(() => (typeof document === 'undefined' ? null : document.createElement('div')))
  const shelf = useCallback(
    (here: HTMLElement | null) => {
      if (messages) here?.append(messages)
    },
    [messages],
  )
  const getScroller = useCallback(() => scroller.current, [])
  const rows = source.rows()
  const at = selection.position()
  const drawn = useWindow(source, rows.length, at.column, scroller)
  useWheel(root, scroller, drawn.look)
  const widths = useTextWidths()
  useMeasured(root, widths)
  const reveal = usePlacement({ scroller, overlay, selection, at, places: drawn.places })
  const pointer = usePointer({ source, selection, editor: () => editor.current, scroller: getScroller })
  const handle = useMemo<EditorHandle>(() => forwardTo(editor), [])
  const page = useCallback(() => {
    const { clientHeight = 0, clientWidth = 0 } = scroller.current ?? {}
    return {
      lines: Math.max(1, Math.floor((clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1),
      width: clientWidth,
    }
  }, [])
  const goTo = useCallback(
    (cell: CellAddress | null) => {
      if (cell) selection.comeTo(cell)
    },
    [selection],
  )
  const undo = useCallback(() => goTo(source.undo()), [source, goTo])
  const redo = useCallback(() => goTo(source.redo()), [source, goTo])
  const otherKeys = useKeys({ source, selection, editor: handle, page, undo, redo })
  const layout = useColumnLayout({ source, selection, scroller, drawn, reveal, editor: handle, otherKeys })
  const active = selection.active
  const stop = useOneStop(scroller, handle)

  // Where the operator goes, the view follows; `move` rises with every step.
  const followed = useRef(0)
  useLayoutEffect(() => {
    if (followed.current === move) return
    followed.current = move
    if (selection.wanted) reveal()
    // Whoever only shows it does so after the cells are painted.
    startTransition(() => onMove?.(selection.active))
  }, [move, reveal, onMove, selection])

  useEffect(() => editor.current?.focus(), [])

  useImperativeHandle(ref, () => ({
    goTo: cell => {
      handle.commit()
      selection.moveTo(cell)
      handle.focus()
    },
    fit: layout.onFit,
    together: column => columnsTogether(selection, source.columns(), column),
    focus: handle.focus,
    commit: handle.commit,
    editing: () => (handle.isOpen() ? selection.active : null),
    undo: () => {
      handle.commit()
      undo()
    },
    redo: () => {
      handle.commit()
      redo()
    },
    selection,
  }))

  const onClipboard = (event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste') => {
    event.preventDefault()
    const ranges = selection.ranges()
    if (kind === 'paste') {
      const [text, html] = ['text/plain', 'text/html'].map(type => event.clipboardData.getData(type))
      const received = source.paste(ranges, { text: text ?? '', html: html ?? '' })
      if (received) selection.select(received, 'there')
      return
    }
    const clip = source.copy(ranges, kind === 'cut')
    if (!clip) return
    event.clipboardData.setData('text/plain', clip.text)
    if (clip.html !== '') event.clipboardData.setData('text/html', clip.html)
  }

  const activeWords = active && source.columns().find(column => column.id === active.column)
  return (
    <div
      ref={root}
      className="grid-root"
      onPointerDown={pointer.onPointerDown}
      onPointerUp={pointer.onPointerUp}
      onMouseDown={pointer.onMouseDown}
      onPointerMove={pointer.onPointerMove}
      onDoubleClick={pointer.onDoubleClick}
      onContextMenu={event => !handle.isOpen() && openMenu(event, source, onMenu)}
      onKeyDown={stop.onKeyDown}
      onBlur={stop.onBlur}
    >
      <div
        ref={scroller}
        className="grid-scroller"
        role="grid"
        id={grid}
        aria-label={label}
        aria-rowcount={rows.length + 2}
        aria-colcount={source.columns().length + 1}
        aria-multiselectable="true"
        tabIndex={0}
        onFocus={stop.onFocus}
      >
        <Header
          columns={drawn.columns}
          folds={source.layout.folds()}
          source={source}
          selection={selection}
          sort={source.sort()}
          width={drawn.width}
          isSettled={drawn.isSettled || source.sort() !== null}
          handlers={layout.handlers}
        />
        <Body
          grid={grid}
          source={source}
          selection={selection}
          rows={rows}
          active={at.row}
          drawn={drawn}
          widths={widths}
          messages={messages}
        />
      </div>
      <div ref={overlay} className="grid-overlay">
        <Editor
          ref={editor}
          grid={grid}
          // Nothing is drawn before the sheet's size is known, on the server above all.
          activeCell={active && drawn.bottom >= 0 ? cellId(grid, active.line, active.column) : undefined}
          label={activeWords ? source.words(activeWords).name : label}
          source={source}
          selection={selection}
          active={active}
          onKeyDown={layout.onKeyDown}
          onClipboard={onClipboard}
          // What is edited is looked at.
          onOpen={reveal}
        />
      </div>
      <div ref={layout.line} className="grid-drop" hidden />
      <div ref={shelf} className="sr-only" />
    </div>
  )
})

/** The editor is there only after the first render; keys ask for it when they come. */
const forwardTo = (editor: { current: EditorHandle | null }): EditorHandle => ({
  isOpen: () => editor.current?.isOpen() ?? false,
  open: () => editor.current?.open(),
  commit: write => editor.current?.commit(write),
  cancel: () => editor.current?.cancel(),
  insert: text => editor.current?.insert(text),
  toggle: () => editor.current?.toggle(),
  arrowsLeave: () => editor.current?.arrowsLeave() ?? false,
  isComposed: event => editor.current?.isComposed(event) ?? false,
  takes: event => editor.current?.takes(event) ?? false,
  focus: () => editor.current?.focus(),
})
