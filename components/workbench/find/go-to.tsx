import { type KeyboardEvent, type Ref, useContext, useImperativeHandle, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Input } from '@/components/ui/fields/input'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import { Dialog } from '@/components/ui/overlay/dialog'
import { isCommand, useWindowKeys } from '@/components/workbench/keys/use-keys'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { findOrders } from '@/lib/sheet/acts/find/go-to'
import type { LineId } from '@/lib/sheet/schema/line'

/** Orders that are listed. */
const MAX_SHOWN = 20

/** Opens the dialog from elsewhere on the screen. */
export interface GoToHandle {
  open(): void
}

interface Props {
  ref?: Ref<GoToHandle>
}

/** Ctrl+G asks for an order by its number and goes there. */
export function GoToDialog({ ref }: Props) {
  const { workbook, grid, goTo } = useWorkbench()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    grid.current?.commit()
    flushSync(() => setOpen(true))
  }
  useImperativeHandle(ref, () => ({ open }))
  useWindowKeys(event => {
    if (!isCommand(event) || letterOf(event) !== 'g') return false
    open()
    return true
  })
  if (!isOpen) return null
  const close = (after: () => void) => {
    setOpen(false)
    // The dialog returns the focus to where it was; the grid takes it after that.
    requestAnimationFrame(after)
  }
  return (
    <GoToQuestion
      onGo={line => close(() => goTo({ line, column: workbook.sheet.key }))}
      onClose={() => close(() => grid.current?.focus())}
    />
  )
}

interface QuestionProps {
  onGo: (firstLine: LineId) => void
  onClose: () => void
}

function GoToQuestion({ onGo, onClose }: QuestionProps) {
  const { workbook } = useWorkbench()
  const t = useTranslations('goTo')
  const record = useContext(RecordTypeContext)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const found = useMemo(() => findOrders(workbook, typed, MAX_SHOWN), [workbook, typed])
  const chosen = found[place]
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && chosen) onGo(chosen.firstLine)
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
          <Button variant="primary" disabled={!chosen} onClick={() => chosen && onGo(chosen.firstLine)}>
            {t('go')}
          </Button>
        </>
      }
    >
      <Input
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
      {/* A fixed height, so that the dialog does not grow while one types. */}
      <div className="mt-2 h-44 overflow-y-auto">
        <div id="go-to-orders" role="listbox" aria-label={t('orders', { record })}>
          {found.map((order, i) => (
            // The field handles keys; a click goes there at once.
            <div
              key={order.firstLine}
              id={optionId(i)}
              ref={i === place ? intoView : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={i === place}
              onClick={() => onGo(order.firstLine)}
              onKeyDown={onKeyDown}
              className="flex cursor-default gap-3 rounded px-2 py-1 hover:bg-shade aria-selected:bg-shade aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-line-strong"
            >
              <span className="w-10 shrink-0 text-right text-ink-3">{order.ordinal}</span>
              <span className="min-w-0 flex-1 truncate">{order.number || '—'}</span>
              <span className="min-w-0 flex-1 truncate text-ink-2">{order.subject}</span>
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
const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
