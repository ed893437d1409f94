'use client'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PanelReauthentication } from '@/app/(desk)/reauthentication'
import { useLeaveQuestion } from '@/app/(desk)/use-leave-question'
import { Button } from '@/components/ui/buttons/button'
import { SidePanel } from '@/components/ui/layout/side-panel'

/** What a panel beside a list shows: nothing, a form for a new entry, or the form of an entry. */
export interface EntryPanel<T> {
  isOpen: boolean
  /** The entry that the form changes; undefined: a new one. */
  entry: T | undefined
  openNew: () => void
  edit: (entry: T) => void
  close: () => void
}

/** The state of the panel beside a list, which is closed at first. */
export function useEntryPanel<T>(): EntryPanel<T> {
  const [shown, setShown] = useState<{ readonly entry: T | undefined }>()
  return {
    isOpen: shown !== undefined,
    entry: shown?.entry,
    openNew: () => setShown({ entry: undefined }),
    edit: entry => setShown({ entry }),
    close: () => setShown(undefined),
  }
}

interface Props {
  list: ReactNode
  panel: Pick<EntryPanel<unknown>, 'isOpen' | 'openNew' | 'close'>
  /** The button above the list that opens an empty form; absent: operators add nothing here. */
  newLabel?: string | undefined
  /** What is beside that button. */
  toolbar?: ReactNode
  /** Whether another dialog of the page is open, after which the focus must not be lost either. */
  keepsFocus?: boolean
  /** The heading of the open panel. */
  title: string
  /** The form of the open panel. */
  form: ReactNode
}

/** A list in full width. A form for a new entry or for one of the list opens in a panel over it. */
export function ListWithPanel({ list, panel, newLabel, toolbar, keepsFocus = false, title, form }: Props) {
  const t = useTranslations('desk')
  const leave = useLeaveQuestion()
  const newButton = useRef<HTMLButtonElement>(null)
  const region = useRef<HTMLDivElement>(null)
  useFocusAfterPanel(newLabel === undefined ? region : newButton, panel.isOpen || keepsFocus)
  return (
    <div ref={region} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      {(toolbar !== undefined || newLabel !== undefined) && (
        <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-line border-b px-3.5 py-2">
          <div className="flex min-w-0 flex-1 items-center gap-2">{toolbar}</div>
          {newLabel !== undefined && (
            <Button ref={newButton} variant="primary" size="small" onClick={panel.openNew}>
              {newLabel}
            </Button>
          )}
        </div>
      )}
      <div className="min-h-0 min-w-0 flex-1 overflow-auto">{list}</div>
      {panel.isOpen && (
        <SidePanel
          title={title}
          closeLabel={t('close')}
          onClose={panel.close}
          leave={leave}
          fallbackFocus={newButton}
        >
          <PanelReauthentication>{form}</PanelReauthentication>
        </SidePanel>
      )}
    </div>
  )
}

/** When the focused element disappears with a dialog or with a deleted entry, the focus moves to `target`. */
function useFocusAfterPanel(target: RefObject<HTMLElement | null>, isOpen: boolean) {
  const hasOpened = useRef(false)
  // After every render: the dialog may close before the list is rendered without the deleted entry.
  useEffect(() => {
    hasOpened.current ||= isOpen
    if (isOpen || !hasOpened.current) return
    // After the dialog tried to restore the focus.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) target.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  })
}
