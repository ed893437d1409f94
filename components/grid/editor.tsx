import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from 'use-intl'
import type { CellAddress } from '@/lib/sheet/draft'
import { kinds } from '@/lib/sheet/kinds'
import { BesideEditor } from './beside'
import { listId, optionId } from './choice-list'
import { keyBeside } from './editing-keys'
import type { Selection } from './selection'
import { shownText } from './shown-text'
import type { GridSource } from './source'
import { Tip } from './tip'
import { useBeside } from './use-beside'
import { columnAt, useEditing } from './use-editing'

/** What keys and pointers ask of the editor. */
export interface EditorHandle {
  isOpen(): boolean
  /** Opens with the cell's text, the caret at its end. */
  open(): void
  /** Writes what was typed and closes; nothing when it is closed. @param write where else than into the cell */
  commit(write?: (text: string) => void): void
  cancel(): void
  insert(text: string): void
  /** Excel's F2: arrows move in the text, or leave the cell. */
  toggle(): void
  arrowsLeave(): boolean
  /** @returns whether the key is the input method's own */
  isComposed(event: KeyboardEvent): boolean
  /** Gives a key to what stands beside the editor. @returns whether it is done with */
  takes(event: KeyboardEvent): boolean
  focus(): void
}

/** Time after a move in which nothing is prepared, in milliseconds. */
const IDLE = 150

interface Props {
  ref: Ref<EditorHandle>
  source: GridSource
  selection: Selection
  /** The active cell by now, for what is told of it. */
  active: CellAddress | null
  onKeyDown: (event: KeyboardEvent) => void
  onClipboard: (event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste') => void
  /** An edit begins; it is not seen yet. */
  onOpen: () => void
  grid: string
  activeCell: string | undefined
  label: string
}

/**
 * The one editor of the sheet. It always has the focus and stands, unseen, on the active cell: the first
 * keystroke of a Korean or Japanese input method begins its composition right here, in the element that will hold
 * the text, so nothing of it is lost. Assistive technology is told that the active cell has the focus.
 * Its text is the element's own: React setting the value in the middle of a composition would break it.
 * Whatever the kind of a cell, it is this one element; kinds only put something beside it.
 */
export function Editor(props: Props) {
  const { ref, source, selection, active, onKeyDown, onClipboard, onOpen } = props
  const { grid, activeCell, label } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const t = useTranslations('grid')
  const editing = useEditing(area, source, selection, onOpen)
  const isOpen = useSyncExternalStore(editing.subscribe, editing.isOpen, () => false)
  const beside = useBeside(editing)

  const openLink = () => {
    const column = columnAt(source, selection.active)
    const text = selection.active && shownText(source.line(selection.active.line), selection.active.column)
    const address = column && source.help.link(column, text ?? '')
    if (address) window.open(address, '_blank', 'noopener,noreferrer')
  }
  useImperativeHandle(ref, () => ({
    isOpen: editing.isOpen,
    open: editing.open,
    commit: editing.commit,
    cancel: editing.cancel,
    insert: editing.insert,
    toggle: editing.toggle,
    arrowsLeave: editing.arrowsLeave,
    isComposed: ({ nativeEvent }) => editing.composition.keydown(nativeEvent),
    takes: event => keyBeside(event, editing, openLink),
    focus: () => area.current?.focus({ preventScroll: true }),
  }))
  // React has no event of this name; its own is another.
  useEffect(() => {
    const before = (event: InputEvent) => {
      if (!editing.composition.isEnter(event.inputType)) return
      event.preventDefault()
      element?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }
    const element = area.current
    element?.addEventListener('beforeinput', before)
    return () => element?.removeEventListener('beforeinput', before)
  }, [editing])

  // A list of all countries in five languages takes a while to make: it is there before somebody types.
  const column = active?.column
  useEffect(() => {
    const known = source.columns().find(({ id }) => id === column)
    const timer = known && setTimeout(() => source.help.finder(known), IDLE)
    return () => clearTimeout(timer)
  }, [source, column])

  const pick = (at: number) => {
    editing.take(at)
    editing.commit()
  }
  const offer = beside?.offer
  const kind = isOpen ? columnAt(source, active)?.kind : undefined
  const option = offer && offer.at >= 0 ? optionId(grid, offer.at) : undefined
  return (
    <>
      <textarea
        ref={area}
        className="grid-editor"
        data-open={isOpen || undefined}
        data-align={kind && kinds[kind].align}
        aria-label={isOpen ? t('editing', { cell: label }) : label}
        {...(offer ? listed(grid) : { 'aria-controls': grid })}
        aria-activedescendant={isOpen ? option : activeCell}
        // Where the browser does not size a field by its content.
        rows={beside ? beside.text.split('\n').length : 1}
        spellCheck={false}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        onKeyDown={onKeyDown}
        onCompositionStart={editing.compositionStart}
        onCompositionEnd={editing.compositionEnd}
        onInput={({ nativeEvent }) =>
          editing.input(nativeEvent instanceof InputEvent ? nativeEvent.inputType : '')
        }
        onBlur={() => editing.blur(document.activeElement === area.current)}
        onCopy={event => !isOpen && onClipboard(event, 'copy')}
        onCut={event => !isOpen && onClipboard(event, 'cut')}
        onPaste={event => !isOpen && onClipboard(event, 'paste')}
      />
      <BesideEditor grid={grid} source={source} beside={beside} label={label} onTake={pick}>
        <Tip source={source} active={active} />
      </BesideEditor>
    </>
  )
}

/**
 * What the element says while a list belongs to it. A textarea may be no combobox (ARIA in HTML); a text field too may
 * have a list that pops up, and stand on one of its choices.
 */
const listed = (grid: string) =>
  ({
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    'aria-controls': listId(grid),
  }) as const
