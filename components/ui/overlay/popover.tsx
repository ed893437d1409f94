'use client'
import { Popover as Base } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { classes } from '../classes'
import { popupClasses } from './popup'

export type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  title: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when it closed by Escape or by its button, to move the focus. */
  onReturn?: () => void
  children: ReactNode
}

/** A small, non-modal panel beside its button. Escape and a click outside close it. */
export function Popover({ trigger, title, open, onOpenChange, onReturn, children }: PopoverProps) {
  const reason = useRef('')
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        reason.current = details.reason
        onOpenChange(next)
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-40 outline-none" sideOffset={4} align="end" collisionPadding={8}>
          <Base.Popup
            // React events bubble through portals: a toolbar around the button may keep the focus.
            onMouseDown={event => event.stopPropagation()}
            finalFocus={() => {
              // A click outside has moved the focus already.
              if (!onReturn || reason.current === 'outside-press' || reason.current === 'focus-out')
                return !onReturn
              onReturn()
              return false
            }}
            className={classes(
              popupClasses,
              'flex max-h-[min(var(--available-height),36rem)] w-85 max-w-(--available-width) flex-col gap-2 p-3',
            )}
          >
            <Base.Title className="font-semibold text-base">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
