import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { EditorHandle } from '@/components/grid/edit/editor'
import { GUTTER_WIDTH } from '@/components/grid/geometry/geometry'
import type { GridWindow } from '@/components/grid/geometry/use-window'
import type { Selection } from '@/components/grid/select/selection'
import type { GridSource } from '@/components/grid/source'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { fitWidth } from './fit'
import type { HeadingHandlers } from './heading'
import { useReorder } from './use-reorder'
import { useResize } from './use-resize'
import { columnsTogether } from './whole-columns'

/** A key changes the width of a column by this, in CSS pixels. */
const KEY_STEP = 8

interface Layout {
  source: GridSource
  selection: Selection
  scroller: RefObject<HTMLDivElement | null>
  drawn: GridWindow
  /** Scrolls to the active cell. */
  reveal: () => void
  editor: Pick<EditorHandle, 'isOpen'>
  /** Handles all other keys. */
  otherKeys: (event: KeyboardEvent) => void
}

/** Changes the layout of columns: by their headings, and by keys for the column of the active cell. */
export function useColumnLayout({ source, selection, scroller, drawn, reveal, editor, otherKeys }: Layout) {
  const marker = useRef<HTMLDivElement>(null)
  const now = useRef(drawn)
  useEffect(() => {
    now.current = drawn
  })
  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    const resized = new ResizeObserver(() => source.layout.setRoom(view.clientWidth - GUTTER_WIDTH))
    resized.observe(view)
    return () => resized.disconnect()
  }, [source, scroller])
  const resize = useResize(source, selection)
  const onGrab = useReorder({ source, selection, scroller, marker, places: drawn.places })

  const onFit = useCallback(
    (id: string) => {
      const view = scroller.current
      if (!view) return
      const { top, bottom } = now.current
      const onScreen = Array.from({ length: bottom - top + 1 }, (_, i) => top + i)
      const ids = columnsTogether(selection, source.columns(), id)
      const columns = source.columns().filter(column => ids.includes(column.id))
      source.layout.resize(new Map(columns.map(one => [one.id, fitWidth(source, one, onScreen, view)])), true)
    },
    [source, selection, scroller],
  )
  const handlers = useMemo<HeadingHandlers>(() => ({ resize, onGrab, onFit }), [resize, onGrab, onFit])

  const menuOf = useCallback(
    (id: string) => {
      const heading = scroller.current?.querySelector(`[data-heading="${CSS.escape(id)}"]`)
      if (heading) source.layout.openMenu(id, heading)
    },
    [source, scroller],
  )
  // Alt+Shift+Left and Right make the column narrower and wider, Alt+Shift+Enter opens its menu.
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const { active } = selection
      const isOurs = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && !editor.isOpen()
      const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key]
      const place = now.current.places.find(({ id }) => id === active?.column)
      const isLayoutKey = step !== undefined || event.key === 'Enter'
      if (!isOurs || !isLayoutKey || !place || isComposing(event.nativeEvent)) return otherKeys(event)
      event.preventDefault()
      reveal()
      if (step === undefined) menuOf(place.id)
      else source.layout.resize(new Map([[place.id, place.width + step]]), true)
    },
    [source, selection, reveal, editor, menuOf, otherKeys],
  )
  return { handlers, onKeyDown, onFit, marker }
}
