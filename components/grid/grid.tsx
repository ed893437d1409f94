'use client'
import './grid.css'
import {
  type ClipboardEvent,
  type Ref,
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
import { Editor, type EditorHandle } from './editor'
import { cellId, HEAD_HEIGHT, ROW_HEIGHT } from './geometry'
import { Header } from './header'
import { Row } from './row'
import { Selection } from './selection'
import type { GridSource } from './source'
import { Tip } from './tip'
import { useKeys } from './use-keys'
import { usePlacement } from './use-placement'
import { usePointer } from './use-pointer'
import { useWindow } from './use-window'

/** What the screen around the grid may ask of it. */
export interface GridHandle {
  /** Goes to a cell, scrolls it into view and takes the focus. */
  goTo(cell: CellAddress): void
  focus(): void
  /** Writes what is being typed, as a click elsewhere would. */
  commit(): void
  readonly selection: Selection
}

interface Props {
  ref?: Ref<GridHandle>
  source: GridSource
  label: string
  /** Told where the operator stands whenever that changes. */
  onMove?: (cell: CellAddress | null) => void
}

/** An editable grid: the sheet as it is on the screen. It asks its source for everything it shows. */
export function Grid({ ref, source, label, onMove }: Props) {
  const grid = useId()
  const version = useSyncExternalStore(
    source.subscribe,
    () => source.version(),
    () => 0,
  )
  const rows = source.rows()
  const selection = useMemo(() => new Selection(), [])
  const columnIds = useMemo(() => source.columns.map(column => column.id), [source])
  selection.arrange({ rows, columns: columnIds })
  const at = useSyncExternalStore(
    selection.subscribe,
    () => keyOf(selection),
    () => '',
  )

  const scroller = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorHandle>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [messages, setMessages] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const getScroller = useCallback(() => scroller.current, [])
  const drawn = useWindow(source, rows, selection.position(), getScroller)
  const { reveal } = usePlacement({ scroller, overlay, selection, places: drawn.places })
  const pointer = usePointer(selection, () => editor.current, getScroller)
  const handle = useMemo<EditorHandle>(() => forwardTo(editor), [])
  const page = useCallback(
    () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1),
    [],
  )
  const onKeyDown = useKeys({ source, selection, editor: handle, page })
  const active = selection.active

  // Where the operator goes, the view follows; `at` changes with every move.
  useLayoutEffect(() => {
    if (at !== '') reveal()
    onMove?.(selection.active)
  }, [at, reveal, onMove, selection])

  useEffect(() => editor.current?.focus(), [])

  useImperativeHandle(ref, () => ({
    goTo: cell => {
      selection.moveTo(cell)
      reveal()
      editor.current?.focus()
    },
    focus: () => editor.current?.focus(),
    commit: () => editor.current?.commit(),
    selection,
  }))

  const onClipboard = (event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste') => {
    event.preventDefault()
    const range = selection.range()
    if (kind === 'paste') {
      const received = source.paste(range, event.clipboardData.getData('text/plain'))
      selection.arrange({ rows: source.rows(), columns: columnIds })
      if (received) selection.select(received)
      return
    }
    event.clipboardData.setData('text/plain', source.copy(range))
    if (kind === 'cut') source.clear(range)
  }

  const activeWords = active && source.columns.find(column => column.id === active.column)
  return (
    <div
      className="grid-root"
      onPointerDown={pointer.onPointerDown}
      onPointerMove={pointer.onPointerMove}
      onDoubleClick={pointer.onDoubleClick}
    >
      <div
        ref={scroller}
        className="grid-scroller"
        role="grid"
        id={grid}
        aria-label={label}
        aria-rowcount={rows.length + 2}
        aria-colcount={source.columns.length + 1}
        aria-multiselectable="true"
      >
        <Header columns={drawn.columns} source={source} width={drawn.width} />
        <div role="rowgroup" className="grid-body" style={{ width: drawn.width, height: drawn.height }}>
          {drawn.rows.map(row => (
            <Row
              key={row.id}
              grid={grid}
              id={row.id}
              index={row.index}
              top={row.top}
              columns={drawn.columns}
              source={source}
              selection={selection}
              version={version}
              messages={messages}
            />
          ))}
        </div>
      </div>
      <div ref={overlay} className="grid-overlay" data-open={open || undefined}>
        <Editor
          ref={editor}
          grid={grid}
          activeCell={active ? cellId(grid, active.line, active.column) : undefined}
          label={activeWords ? source.words(activeWords).name : label}
          text={() =>
            selection.active ? (source.line(selection.active.line).texts[selection.active.column] ?? '') : ''
          }
          editable={() => selection.active !== null && !source.line(selection.active.line).locked}
          write={text => selection.active && source.write(selection.active, text)}
          onKeyDown={onKeyDown}
          onClipboard={onClipboard}
          onMode={setOpen}
        />
        <Tip source={source} active={active} version={version} />
      </div>
      <div ref={setMessages} className="sr-only" />
    </div>
  )
}

const keyOf = ({ active, head }: Selection): string =>
  active ? JSON.stringify([active.line, active.column, head?.line, head?.column]) : ''

/** The editor is there only after the first render; keys ask for it when they come. */
const forwardTo = (editor: { current: EditorHandle | null }): EditorHandle => ({
  isOpen: () => editor.current?.isOpen() ?? false,
  open: () => editor.current?.open(),
  commit: () => editor.current?.commit(),
  cancel: () => editor.current?.cancel(),
  insert: text => editor.current?.insert(text),
  toggle: () => editor.current?.toggle(),
  arrowsLeave: () => editor.current?.arrowsLeave() ?? false,
  focus: () => editor.current?.focus(),
})
