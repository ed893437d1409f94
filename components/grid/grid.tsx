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
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { readPastedTexts } from '@/components/ui/pasted-texts'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { Header } from './columns/header'
import { useColumnLayout } from './columns/use-column-layout'
import { Editor, type EditorHandle } from './edit/editor'
import { cellId, HEAD_HEIGHT, ROW_HEIGHT } from './geometry/geometry'
import { usePlacement } from './geometry/use-placement'
import { useWheel } from './geometry/use-wheel'
import { useWindow } from './geometry/use-window'
import { type GridHandle, useGridHandle } from './handle'
import { Body } from './paint/body'
import { useTextWidths, useWidthCheck } from './paint/use-text-widths'
import { type MenuPlace, openMenu } from './select/open-menu'
import { useKeys } from './select/use-keys'
import { usePointer } from './select/use-pointer'
import { useSelection } from './select/use-selection'
import { useSingleTabStop } from './select/use-single-tab-stop'
import type { GridSource } from './source'

interface Props {
  ref?: Ref<GridHandle>
  source: GridSource
  label: string
  /** Called with the active cell whenever it changes. */
  onMove?: (cell: CellAddress | null) => void
  /** Called when the operator asks for the menu of the selection. */
  onMenu?: (place: MenuPlace) => void
}

/** An editable grid. It asks its source for everything that it shows. */
export const Grid = memo(function Grid({ ref, source, label, onMove, onMenu }: Props) {
  const grid = useId()
  const selection = useSelection(source)
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
  // Created now and attached later: attaching it through React would render the lines again.
  const [messages] = useState(() => (typeof document === 'undefined' ? null : document.createElement('div')))
  const attachMessages = useCallback(
    (here: HTMLElement | null) => {
      if (messages) here?.append(messages)
    },
    [messages],
  )
  const getScroller = useCallback(() => scroller.current, [])
  const rows = source.rows()
  const at = selection.position()
  const drawn = useWindow(source, rows.length, at.column, scroller)
  useWheel(root, scroller, drawn.update)
  const widths = useTextWidths()
  useWidthCheck(root, widths)
  const reveal = usePlacement({
    scroller,
    overlay,
    selection,
    at,
    places: drawn.places,
    rowCount: rows.length,
  })
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
      if (cell) selection.revealOrMoveTo(cell)
    },
    [selection],
  )
  const replayLate = useCallback(
    (replay: () => CellAddress | null) => {
      // A text that is typed meanwhile would be cut, and its rest would be written into the cell to which this moves.
      if (!handle.isOpen()) goTo(replay())
    },
    [handle, goTo],
  )
  const undo = useCallback(() => goTo(source.undo(replayLate)), [source, goTo, replayLate])
  const redo = useCallback(() => goTo(source.redo(replayLate)), [source, goTo, replayLate])
  const otherKeys = useKeys({ source, selection, editor: handle, page, undo, redo })
  const layout = useColumnLayout({ source, selection, scroller, drawn, reveal, editor: handle, otherKeys })
  const active = selection.active
  const stop = useSingleTabStop(scroller, handle)

  // The view follows the active cell; `move` rises with every step.
  const followed = useRef(0)
  useLayoutEffect(() => {
    if (followed.current === move) return
    followed.current = move
    if (selection.scrollTo) reveal(true)
    // Other components show the active cell after the grid has painted it.
    startTransition(() => onMove?.(selection.active))
  }, [move, reveal, onMove, selection])

  useEffect(() => editor.current?.focus(), [])

  useGridHandle(ref, { root, scroller, source, selection, editor: handle, fit: layout.onFit, undo, redo })

  const onClipboard = (event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste') => {
    event.preventDefault()
    const ranges = selection.ranges()
    if (kind === 'paste') {
      source.paste(ranges, readPastedTexts(event.nativeEvent), selection.pasteReceiver())
      return
    }
    source.copy(ranges, kind === 'cut', ({ text, html }) => {
      event.clipboardData.setData('text/plain', text)
      if (html !== '') event.clipboardData.setData('text/html', html)
      return true
    })
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
          // No cell is painted before the size of the view is known, as on the server.
          activeCell={active && drawn.bottom >= 0 ? cellId(grid, active.line, active.column) : undefined}
          label={activeWords ? source.words(activeWords).name : label}
          source={source}
          selection={selection}
          active={active}
          onKeyDown={layout.onKeyDown}
          onClipboard={onClipboard}
          // An edited cell is in view.
          onOpen={reveal}
        />
      </div>
      <div ref={layout.marker} className="grid-drop" hidden />
      <div ref={attachMessages} className="sr-only" />
    </div>
  )
})

/** The editor exists only after the first render; these calls reach it when they are made. */
const forwardTo = (editor: { current: EditorHandle | null }): EditorHandle => ({
  isOpen: () => editor.current?.isOpen() ?? false,
  cell: () => editor.current?.cell() ?? null,
  open: () => editor.current?.open(),
  commit: write => editor.current?.commit(write),
  cancel: () => editor.current?.cancel(),
  insert: text => editor.current?.insert(text),
  insertToday: () => editor.current?.insertToday(),
  replay: step => editor.current?.replay(step),
  toggle: () => editor.current?.toggle(),
  arrowsLeave: () => editor.current?.arrowsLeave() ?? false,
  isComposed: event => editor.current?.isComposed(event) ?? false,
  handleKey: event => editor.current?.handleKey(event) ?? false,
  focus: () => editor.current?.focus(),
})
