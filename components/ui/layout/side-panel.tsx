'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '../buttons/button'
import { IconButton } from '../buttons/icon-button'
import { ChoiceContext } from '../fields/choice-context'
import { Dialog } from '../overlay/dialog'
import { firstControl, focusAtOnce } from '../overlay/focus-at-once'

export interface SidePanelProps {
  title: string
  /** The name of the button that closes it. */
  closeLabel: string
  /** Called by that button and by Escape. A click outside closes nothing: it would lose what was typed. */
  onClose: () => void
  /** The question before what was typed or chosen is lost. */
  leave: Readonly<Record<'title' | 'lead' | 'stay' | 'discard', string>>
  /** Gets the focus at the end if the button that opened the panel has disappeared. */
  fallbackFocus: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * A modal panel at the right edge, open as long as it is rendered. The focus goes to its first control, and returns to
 * where it was.
 */
export function SidePanel({ title, closeLabel, onClose, leave, fallbackFocus, children }: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const isChanged = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  const markChanged = () => {
    isChanged.current = true
  }
  // What replaces a form, such as new credentials, has been saved.
  const close = () => {
    if (isChanged.current && body.current?.querySelector('form')) setLeaving(true)
    else onClose()
  }
  const [opener] = useState(() => document.activeElement)
  return (
    <Base.Root open disablePointerDismissal onOpenChange={next => !next && close()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          data-modal
          ref={popup}
          initialFocus={() => focusAtOnce(popup.current, firstControl(body.current))}
          finalFocus={() =>
            opener instanceof HTMLElement && opener.isConnected ? opener : fallbackFocus.current
          }
          className="fixed inset-y-0 right-0 z-50 flex w-105 max-w-full flex-col border-line-strong border-l bg-panel text-ink text-sm outline-none"
        >
          <div className="flex min-h-12 shrink-0 items-center gap-2 border-line border-b py-2 pr-2 pl-4">
            <Base.Title className="min-w-0 flex-1 truncate font-semibold text-base">{title}</Base.Title>
            <IconButton label={closeLabel} keys="Escape" onClick={close}>
              <X />
            </IconButton>
          </div>
          <div
            ref={body}
            data-side-panel
            onInput={markChanged}
            className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 pb-0"
          >
            <ChoiceContext value={markChanged}>{children}</ChoiceContext>
          </div>
        </Base.Popup>
      </Base.Portal>
      <Dialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={leave.title}
        description={leave.lead}
        actions={
          <>
            <Button onClick={() => setLeaving(false)}>{leave.stay}</Button>
            <Button variant="danger" onClick={onClose}>
              {leave.discard}
            </Button>
          </>
        }
      />
    </Base.Root>
  )
}
