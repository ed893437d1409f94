'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classes } from '../classes'
import { focusAtOnce } from './focus-at-once'
import { popupClasses } from './popup'

export type DialogProps = {
  open: boolean
  /** Called by Escape and a click outside; false while closing must not interrupt an action. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, at the bottom right; the primary one comes last. */
  actions: ReactNode
  /** The element that gets the focus when it opens; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus when it closes; by default what had it before. */
  finalFocus?: () => HTMLElement | null
  /** Whether a click outside leaves it open: a question that a double click would open and close at once. */
  staysOpen?: boolean
  /** Width in CSS pixels; 420 by default. */
  width?: number
}

/** A modal dialog. The focus stays inside, and returns to where it was. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    actions,
    initialFocus,
    finalFocus,
    staysOpen = false,
    width = 420,
  } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={staysOpen}
      onOpenChange={next => {
        if (!next) onClose()
      }}
    >
      <Base.Portal>
        {/* Also over a panel or a dialog that opened it: what cannot be used looks so. */}
        <Base.Backdrop forceRender className="fixed inset-0 z-50 bg-scrim" />
        <Base.Popup
          data-modal
          ref={popup}
          initialFocus={() => focusAtOnce(popup.current, initialFocus?.current)}
          finalFocus={finalFocus}
          style={{ width }}
          className={classes(
            popupClasses,
            'fixed top-[18vh] left-1/2 z-50 flex max-h-[72vh] max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col gap-3 p-4',
            'max-[640px]:top-4 max-[640px]:max-h-[calc(100dvh-32px)] max-[640px]:max-w-[calc(100vw-16px)]',
          )}
        >
          <Base.Title className="font-semibold text-base">{title}</Base.Title>
          {description !== undefined && (
            <Base.Description className="text-ink-2">{description}</Base.Description>
          )}
          {children !== undefined && <div className="-m-1 min-h-0 overflow-y-auto p-1">{children}</div>}
          <div className="flex flex-wrap justify-end gap-2 pt-1">{actions}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
