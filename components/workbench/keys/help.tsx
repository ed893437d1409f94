import { X } from 'lucide-react'
import Link from 'next/link'
import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Input } from '@/components/ui/fields/input'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { KeyGroups, useMatchingKeys } from './key-groups'
import { useWindowKeys } from './use-keys'

/** Opens the list from elsewhere on the screen. */
export interface HelpHandle {
  open(): void
}

interface Props {
  ref?: Ref<HelpHandle>
}

/**
 * The list of all keys, beside the sheet. F1 and Ctrl+/ open it, and `?` outside of text. In a cell `?` is text like
 * any other, and yet the keys are shown while it is the only text (docs/decisions/0025). A read-only cell only shows
 * the keys (docs/decisions/0123).
 */
export function Help({ ref }: Props) {
  const { grid, announce } = useWorkbench()
  const t = useTranslations('help')
  const [mode, setMode] = useState<'closed' | 'peek' | 'open'>('closed')
  const field = useRef<HTMLInputElement>(null)
  const open = () => {
    // Synchronously: the next key must reach the field.
    flushSync(() => setMode('open'))
    field.current?.focus()
  }
  const close = () => {
    setMode('closed')
    grid.current?.focus()
  }

  useImperativeHandle(ref, () => ({ open }))
  useWindowKeys(event => {
    const { key, target } = event
    const isShortcut = key === 'F1' || ((event.ctrlKey || event.metaKey) && (key === '/' || key === '?'))
    if (!isShortcut && !(key === '?' && (!isTextEntry(target) || isReadOnlyCell(target)))) return false
    open()
    return true
  })
  useLoneQuestionMark({
    onAlone: () => {
      if (mode !== 'closed') return
      setMode('peek')
      announce(t('peek'))
    },
    // An operator who continues to type meant the text; one who cancels the edit meant the keys.
    onOver: isCancelled => setMode(before => (before !== 'peek' ? before : isCancelled ? 'open' : 'closed')),
  })
  if (mode === 'closed') return null
  return <KeyList field={field} onClose={close} />
}

interface QuestionMarkEvents {
  /** The edited cell contains nothing but a question mark. */
  onAlone: () => void
  /**
   * The cell contains other text, or its edit has ended. @param isCancelled whether the edit was cancelled with Escape
   */
  onOver: (isCancelled: boolean) => void
}

/** Observes whether a question mark is the only text of the cell that is being edited. */
function useLoneQuestionMark(events: QuestionMarkEvents): void {
  const { grid } = useWorkbench()
  const onAlone = useEffectEvent(events.onAlone)
  const onOver = useEffectEvent(events.onOver)
  useEffect(() => {
    const inCell = ({ target }: Event) => (grid.current?.isEditor(target) ? target : undefined)
    const input = (event: Event) => {
      const cell = inCell(event)
      if (cell?.value === '?') onAlone()
      else if (cell) onOver(false)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!inCell(event) || isComposing(event)) return
      if (['Escape', 'Enter', 'Tab'].includes(event.key)) onOver(event.key === 'Escape')
    }
    window.addEventListener('input', input)
    // In the capture phase: before the grid handles the key.
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      window.removeEventListener('input', input)
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [grid])
}

/** Whether an element is the editor of a cell that takes no text: a question mark there can only ask for the keys. */
const isReadOnlyCell = (target: EventTarget | null): boolean => {
  const cell = target instanceof HTMLElement ? target.getAttribute('aria-activedescendant') : null
  return cell !== null && document.getElementById(cell)?.getAttribute('aria-readonly') === 'true'
}

const isTextEntry = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('textarea, input, select, [contenteditable]')

interface SheetProps {
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
}

function KeyList({ field, onClose }: SheetProps) {
  const t = useTranslations('help')
  const [wanted, setWanted] = useState('')
  const groups = useMatchingKeys(wanted)
  return (
    <section
      data-help=""
      data-region="help"
      aria-label={t('label')}
      className="flex min-h-2/5 flex-[2_1_0] flex-col"
      onKeyDown={event => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="flex h-9 shrink-0 items-center pr-1.5 pl-3.5">
        <h2 className="flex-1 font-semibold text-ink-2 text-xs">{t('label')}</h2>
        <Link href="/help/daily-work" prefetch={false} className="px-2 text-accent text-xs underline">
          {t('manual')}
        </Link>
        <IconButton label={t('close')} keys="Escape" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {/* The field stays in view while the list below it scrolls. */}
      <div className="min-h-0 flex-1 overflow-y-auto px-3.5 pb-3">
        <div className="sticky top-0 bg-panel pb-2">
          <Input
            ref={field}
            size="small"
            aria-label={t('search')}
            placeholder={t('search')}
            value={wanted}
            onChange={event => setWanted(event.currentTarget.value)}
          />
        </div>
        <KeyGroups groups={groups} level={3} />
      </div>
    </section>
  )
}
