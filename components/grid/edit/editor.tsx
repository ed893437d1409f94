import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import { paintedText } from '@/components/grid/paint/cell'
import type { Selection } from '@/components/grid/select/selection'
import type { GridSource } from '@/components/grid/source'
import { fitHeight, fitWidth } from '@/components/ui/fields/fit-content'
import { kinds } from '@/lib/sheet/schema/kinds'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { dayAt } from '@/lib/words/time/zoned-time'
import { listId, optionId } from './choice-list'
import { handleAssistKey } from './editing-keys'
import { AssistPanel, FailureTip } from './editor-assist'
import { pasteText } from './paste-text'
import { columnAt, useEditing } from './use-editing'
import { useEditorAssist } from './use-editor-assist'

/** The functions of the editor for keys and pointer events. */
export interface EditorHandle {
  isOpen(): boolean
  /** The cell that is being edited, which may not be the active one any more; null when none is. */
  cell(): CellAddress | null
  /** Opens with the cell's text, the caret at its end. */
  open(): void
  /** Writes the text and closes the editor, if it is open. @param write receives the text instead of the cell */
  commit(write?: (text: string) => void): void
  cancel(): void
  insert(text: string): void
  /** Inserts the date of today in the operator's time zone; in a closed editor it begins an edit. */
  insertToday(): void
  /** Undoes (-1) or redoes (1) within the edit. */
  replay(step: -1 | 1): void
  /** Excel's F2: switches between arrows that move the caret and arrows that leave the cell. */
  toggle(): void
  arrowsLeave(): boolean
  /** @returns whether the key belongs to the input method */
  isComposed(event: KeyboardEvent): boolean
  /** Offers a key to the panel beside the editor. @returns whether it was handled */
  handleKey(event: KeyboardEvent): boolean
  focus(): void
}

/** Choices are prepared this long after a move, in milliseconds. */
const PREPARE_DELAY_MS = 150

interface Props {
  ref: Ref<EditorHandle>
  source: GridSource
  selection: Selection
  /** The active cell. */
  active: CellAddress | null
  onKeyDown: (event: KeyboardEvent) => void
  onClipboard: (event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste') => void
  /** Called when an edit starts, before it is painted. */
  onOpen: () => void
  grid: string
  activeCell: string | undefined
  label: string
}

/**
 * The only editor of the grid. It always has the focus and lies, invisible, over the active cell: the first keystroke
 * of a Korean or Japanese input method begins its composition right here, in the element that will hold the text, so no
 * part of the text is lost. ARIA attributes say that the active cell has the focus. Its text is the element's own:
 * React setting the value in the middle of a composition would break it. Cells of all kinds share this element; kinds
 * only add to the panel beside it.
 */
export function Editor(props: Props) {
  const { ref, source, selection, active, onKeyDown, onClipboard, onOpen } = props
  const { grid, activeCell, label } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const t = useTranslations('grid')
  const timeZone = useTimeZone() ?? 'UTC'
  const editing = useEditing(area, source, selection, onOpen)
  const isOpen = useSyncExternalStore(editing.subscribe, editing.isOpen, () => false)
  const assist = useEditorAssist(editing)
  // After each render: the assist renders with each text.
  useLayoutEffect(() => {
    if (area.current) fitEditor(area.current, isOpen)
  })

  const openLink = () => {
    const column = columnAt(source, selection.active)
    const text = selection.active && paintedText(source.line(selection.active.line), selection.active.column)
    const address = column && source.help.link(column, text ?? '')
    if (address) window.open(address, '_blank', 'noopener,noreferrer')
  }
  useImperativeHandle(ref, () => ({
    isOpen: editing.isOpen,
    cell: editing.cell,
    open: editing.open,
    commit: editing.commit,
    cancel: editing.cancel,
    insert: editing.insert,
    insertToday: () => editing.insert(dayAt(Date.now(), timeZone)),
    replay: editing.replay,
    toggle: editing.toggle,
    arrowsLeave: editing.arrowsLeave,
    isComposed: ({ nativeEvent }) => editing.composition.keydown(nativeEvent),
    handleKey: event => handleAssistKey(event, editing, openLink),
    focus: () => area.current?.focus({ preventScroll: true }),
  }))
  // React's `onBeforeInput` is another event.
  useEffect(() => {
    const before = (event: InputEvent) => {
      const key = editing.composition.isEnter(event.inputType) ? { key: 'Enter' } : undoKeys[event.inputType]
      if (!key) return
      event.preventDefault()
      // From a dialog or another field, too, the browser undoes the text that was typed last.
      if (document.activeElement !== element) return
      element?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    }
    const element = area.current
    element?.addEventListener('beforeinput', before)
    return () => element?.removeEventListener('beforeinput', before)
  }, [editing])

  // A list of all countries in five languages takes time to build: it is ready before the operator types.
  const column = active?.column
  useEffect(() => {
    const known = source.columns().find(({ id }) => id === column)
    const timer = known && setTimeout(() => source.help.finder(known), PREPARE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [source, column])

  const pick = (at: number) => {
    editing.accept(at)
    editing.commit()
  }
  const suggestions = assist?.suggestions
  const kind = isOpen ? columnAt(source, active)?.kind : undefined
  const option = suggestions && suggestions.at >= 0 ? optionId(grid, suggestions.at) : undefined
  return (
    <>
      <textarea
        ref={area}
        className="grid-editor"
        data-open={isOpen || undefined}
        data-align={kind && kinds[kind].align}
        aria-label={isOpen ? t('editing', { cell: label }) : label}
        {...(suggestions ? listboxAttributes(grid) : { 'aria-controls': grid })}
        aria-activedescendant={isOpen ? option : activeCell}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        onKeyDown={onKeyDown}
        onPointerDown={editing.placeCaret}
        onCompositionStart={editing.compositionStart}
        onCompositionEnd={editing.compositionEnd}
        onInput={({ nativeEvent }) =>
          editing.input(nativeEvent instanceof InputEvent ? nativeEvent.inputType : '')
        }
        onBlur={() => editing.blur(document.activeElement === area.current)}
        onCopy={event => !isOpen && onClipboard(event, 'copy')}
        onCut={event => !isOpen && onClipboard(event, 'cut')}
        onPaste={event => (isOpen ? pasteText(event) : onClipboard(event, 'paste'))}
      />
      <AssistPanel grid={grid} source={source} assist={assist} label={label} onAccept={pick}>
        <FailureTip source={source} active={active} />
      </AssistPanel>
    </>
  )
}

/** Sizes the editor after its text, in browsers that do not; a closed one has the size of its cell. */
function fitEditor(area: HTMLTextAreaElement, isOpen: boolean): void {
  area.removeAttribute('style')
  if (!isOpen) return
  fitWidth(area)
  fitHeight(area)
}

/** Undo and redo from a menu of the browser, whose own undo would insert texts that were typed into other cells. */
const undoKeys: Readonly<Record<string, KeyboardEventInit>> = {
  historyUndo: { key: 'z', ctrlKey: true },
  historyRedo: { key: 'y', ctrlKey: true },
}

/**
 * ARIA attributes while a list is shown. A textarea may not be a combobox (ARIA in HTML), but a textbox may have a
 * popup and an active descendant.
 */
const listboxAttributes = (grid: string) =>
  ({
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    'aria-controls': listId(grid),
  }) as const
