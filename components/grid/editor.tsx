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

interface Props {
  ref: Ref<EditorHandle>
  /** The cell that would be edited: its text, and whether it may be. */
  text: () => string
  editable: () => boolean
  write: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClipboard: (event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste') => void
  /** Tells the parent that it opened or closed. */
  onMode: (open: boolean) => void
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
  text,
  editable,
  write,
  onKeyDown,
  onClipboard,
  onMode,
  grid,
  activeCell,
  label,
}: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const t = useTranslations('grid')
  // 'type' began with a keystroke: arrows commit. 'edit' began with F2: arrows move the caret.
  const mode = useRef<'off' | 'type' | 'edit'>('off')
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
    if (mode.current === 'off' || !area.current) return
    const typed = area.current.value
    close()
    write(typed)
  }
  const begin = () => {
    if (mode.current !== 'off') return
    if (editable()) change('type')
    else if (area.current) area.current.value = ''
  }

  useImperativeHandle(ref, () => ({
    isOpen: () => mode.current !== 'off',
    open: () => {
      if (!area.current || !editable()) return
      area.current.value = text()
      area.current.setSelectionRange(area.current.value.length, area.current.value.length)
      change('edit')
    },
    commit,
    cancel: close,
    insert: piece =>
      area.current?.setRangeText(piece, area.current.selectionStart, area.current.selectionEnd, 'end'),
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
      aria-multiline="false"
      rows={1}
      spellCheck={false}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      onKeyDown={onKeyDown}
      onCompositionStart={begin}
      onInput={begin}
      onBlur={commit}
      onCopy={event => mode.current === 'off' && onClipboard(event, 'copy')}
      onCut={event => mode.current === 'off' && onClipboard(event, 'cut')}
      onPaste={event => mode.current === 'off' && onClipboard(event, 'paste')}
    />
  )
}
