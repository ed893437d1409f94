import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'

/** What keys and pointers ask of the editor. */
export interface EditorHandle {
  isOpen(): boolean
  /** Opens with the cell's text, the caret at its end. */
  open(): void
  /** Writes what was typed and closes; nothing when it is closed. */
  commit(): void
  cancel(): void
  insert(text: string): void
  /** Excel's F2: arrows move in the text, or leave the cell. */
  toggle(): void
  arrowsLeave(): boolean
  focus(): void
}

/** A cell that is being edited. It stays the one that is written, wherever the operator goes meanwhile. */
export interface EditTarget {
  /** What the cell shows. */
  readonly text: string
  readonly write: (text: string) => void
}

interface Props {
  ref: Ref<EditorHandle>
  /** The cell where the operator stands; undefined when it may not be edited. */
  edit: () => EditTarget | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onClipboard: (event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste') => void
  /** Tells the parent that it opened or closed. */
  onMode: (open: boolean) => void
  /** Its text changed, and perhaps its size. */
  onInput: () => void
  grid: string
  activeCell: string | undefined
  label: string
}

/**
 * The one editor of the sheet. It always has the focus and stands, unseen, on the active cell: the first
 * keystroke of a Korean or Japanese input method begins its composition right here, in the element that will hold
 * the text, so nothing of it is lost. Assistive technology is told that the active cell has the focus.
 * Its text is the element's own: React setting the value in the middle of a composition would break it.
 */
export function Editor({
  ref,
  edit,
  onKeyDown,
  onClipboard,
  onMode,
  onInput,
  grid,
  activeCell,
  label,
}: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const t = useTranslations('grid')
  // 'type' began with a keystroke: arrows commit. 'edit' began with F2: arrows move the caret.
  const mode = useRef<'off' | 'type' | 'edit'>('off')
  const target = useRef<EditTarget>(undefined)
  const composing = useRef(false)
  const [open, setOpen] = useState(false)

  const change = (next: 'off' | 'type' | 'edit') => {
    mode.current = next
    setOpen(next !== 'off')
    onMode(next !== 'off')
  }
  const close = () => {
    if (area.current) area.current.value = ''
    change('off')
  }
  const commit = () => {
    // Only losing the focus ends a composition for certain. Else its text would turn up in the next cell.
    if (composing.current) area.current?.blur()
    if (mode.current === 'off' || !area.current || !target.current) return
    const typed = area.current.value
    const { text, write } = target.current
    const changed = mode.current === 'type' || typed !== text
    close()
    if (changed) write(typed)
  }
  const begin = () => {
    if (mode.current !== 'off') return onInput()
    target.current = edit()
    if (target.current) change('type')
    else if (area.current) area.current.value = ''
  }
  const leave = () => {
    // Another window came to the front: the operator comes back to what is half typed.
    if (document.activeElement === area.current) return
    composing.current = false
    commit()
  }

  useImperativeHandle(ref, () => ({
    isOpen: () => mode.current !== 'off',
    open: () => {
      target.current = edit()
      if (!area.current || !target.current) return
      area.current.value = target.current.text
      area.current.setSelectionRange(area.current.value.length, area.current.value.length)
      change('edit')
    },
    commit,
    cancel: close,
    insert: piece => {
      area.current?.setRangeText(piece, area.current.selectionStart, area.current.selectionEnd, 'end')
      onInput()
    },
    toggle: () => {
      mode.current = mode.current === 'type' ? 'edit' : 'type'
    },
    arrowsLeave: () => mode.current === 'type',
    focus: () => area.current?.focus({ preventScroll: true }),
  }))

  return (
    <textarea
      ref={area}
      className="grid-editor"
      data-open={open || undefined}
      aria-label={open ? t('editing', { cell: label }) : label}
      aria-activedescendant={open ? undefined : activeCell}
      aria-controls={grid}
      rows={1}
      spellCheck={false}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      onKeyDown={onKeyDown}
      onCompositionStart={() => {
        composing.current = true
        begin()
      }}
      onCompositionEnd={() => {
        composing.current = false
      }}
      onInput={begin}
      onBlur={leave}
      onCopy={event => mode.current === 'off' && onClipboard(event, 'copy')}
      onCut={event => mode.current === 'off' && onClipboard(event, 'cut')}
      onPaste={event => mode.current === 'off' && onClipboard(event, 'paste')}
    />
  )
}
