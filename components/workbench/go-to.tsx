import { type KeyboardEvent, type Ref, useContext, useImperativeHandle, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import type { LineId } from '@/lib/sheet/draft'
import { findOrders } from '@/lib/sheet/go-to'
import type { Workbook } from '@/lib/sheet/workbook'
import { RecordNoun } from './use-say'
import { isCommand, useWindowKeys } from './use-window-keys'

/** Orders that are listed at most. */
const SHOWN = 20

/** What other tools may ask of it. */
export interface GoToHandle {
  open(): void
}

interface Props {
  ref?: Ref<GoToHandle>
  workbook: Workbook
  /** Takes in what is being typed in the sheet. */
  commit: () => void
  /** Goes to an order, also when a filter keeps it from view. */
  goTo: (lead: LineId) => void
  /** Gives the focus back to the sheet. */
  onClose: () => void
}

/** Ctrl+G asks for an order by its number and goes there. */
export function GoTo({ ref, workbook, commit, goTo, onClose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    commit()
    flushSync(() => setOpen(true))
  }
  useImperativeHandle(ref, () => ({ open }))
  useWindowKeys(event => {
    if (!isCommand(event) || event.key.toLowerCase() !== 'g') return false
    open()
    return true
  })
  if (!isOpen) return null
  const close = (after: () => void) => {
    setOpen(false)
    // The question gives the focus back to where it was; the sheet takes it after that.
    requestAnimationFrame(after)
  }
  return (
    <Question workbook={workbook} onGo={lead => close(() => goTo(lead))} onClose={() => close(onClose)} />
  )
}

interface QuestionProps {
  workbook: Workbook
  onGo: (lead: LineId) => void
  onClose: () => void
}

function Question({ workbook, onGo, onClose }: QuestionProps) {
  const t = useTranslations('goTo')
  const record = useContext(RecordNoun)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const found = useMemo(() => findOrders(workbook, typed, SHOWN), [workbook, typed])
  const chosen = found[place]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && chosen) onGo(chosen.lead)
    else if (way && found.length > 0) setPlace((place + way + found.length) % found.length)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { record })}
      description={t('lead', { record })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!chosen} onClick={() => chosen && onGo(chosen.lead)}>
            {t('go')}
          </Button>
        </>
      }
    >
      <Input
        ref={takeFocus}
        role="combobox"
        aria-label={t('number', { record })}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls="go-to-orders"
        aria-activedescendant={chosen && optionId(place)}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      {/* As tall as it will ever be: the question does not grow under the hand. */}
      <div className="mt-2 h-44 overflow-y-auto">
        <div id="go-to-orders" role="listbox" aria-label={t('orders', { record })}>
          {found.map((order, i) => (
            // Keys go through them from the field; the pointer takes one at once.
            <div
              key={order.lead}
              id={optionId(i)}
              ref={i === place ? intoView : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={i === place}
              onClick={() => onGo(order.lead)}
              onKeyDown={onKeyDown}
              className="flex cursor-default gap-3 rounded px-2 py-1 hover:bg-shade aria-selected:bg-shade aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-line-strong"
            >
              <span className="w-10 shrink-0 text-right text-ink-3">{order.ordinal}</span>
              <span className="min-w-0 flex-1 truncate">{order.number || '—'}</span>
              <span className="min-w-0 flex-1 truncate text-ink-2">{order.about}</span>
            </div>
          ))}
        </div>
        {typed.trim() !== '' && found.length === 0 && (
          <p className="px-2 py-1 text-ink-2">{t('none', { record })}</p>
        )}
      </div>
    </Dialog>
  )
}

const optionId = (i: number): string => `go-to-${i}`
/** As soon as it is there: the next key that is struck belongs to it. */
const takeFocus = (field: HTMLElement | null): void => field?.focus()
const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
