'use client'
import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classes } from '../classes'
import { focusAtOnce } from './focus-at-once'
import { popupClasses } from './popup'

export type AnchoredPopoverProps = {
  /** The anchor; null while the panel is closed. */
  anchor: Element | null
  title: ReactNode
  onClose: () => void
  /** Called when the panel closed and nothing else took the focus, to move the focus. */
  onReturn: () => void
  /** The element that gets the focus when it opens. */
  initialFocus: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A small panel without a button. The component that opens it names its anchor. */
export function AnchoredPopover(props: AnchoredPopoverProps) {
  const { anchor, title, onClose, onReturn, initialFocus, children } = props
  const reason = useRef('')
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={anchor !== null}
      onOpenChange={(open, details) => {
        reason.current = details.reason
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className="z-40 outline-none"
          anchor={anchor}
          sideOffset={2}
          align="start"
          collisionPadding={8}
        >
          <Base.Popup
            ref={popup}
            // The popover is not positioned yet.
            initialFocus={() => focusAtOnce(popup.current, initialFocus.current, { preventScroll: true })}
            finalFocus={() => {
              if (reason.current !== 'outside-press' && reason.current !== 'focus-out') onReturn()
              return false
            }}
            className={classes(
              popupClasses,
              'flex max-h-(--available-height) w-72 max-w-(--available-width) flex-col gap-2 p-3',
            )}
          >
            <Base.Title className="shrink-0 truncate font-semibold text-sm">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
