'use client'
import { Menu as Base } from '@base-ui/react/menu'
import { useRef } from 'react'
import { classes } from '../classes'
import { type MenuAct, MenuItems } from './menu'
import { popupClasses } from './popup'

/** An open menu: its subject, its anchor, and its actions in groups. */
export type OpenMenu = {
  label: string
  anchor: Pick<Element, 'getBoundingClientRect'>
  groups: readonly (readonly MenuAct[])[]
}

export type AnchoredMenuProps = {
  /** Null while the menu is closed. */
  menu: OpenMenu | null
  onClose: () => void
  /** Called when the menu closed by a choice or Escape, to move the focus. */
  onReturn: () => void
}

/** A menu without a button. The component that opens it names its anchor. */
export function AnchoredMenu({ menu, onClose, onReturn }: AnchoredMenuProps) {
  const reason = useRef('')
  // A closing menu keeps its entries until its animation ends.
  const last = useRef(menu)
  if (menu) last.current = menu
  const { label, anchor, groups } = last.current ?? {}
  const filled = groups?.filter(acts => acts.length > 0) ?? []
  return (
    <Base.Root
      open={menu !== null}
      modal={false}
      onOpenChange={(open, details) => {
        reason.current = details.reason
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" anchor={anchor ?? null} sideOffset={2} align="start">
          <Base.Popup
            ref={takeFocus}
            aria-label={label}
            finalFocus={() => {
              // A click outside has moved the focus already.
              if (reason.current !== 'outside-press' && reason.current !== 'focus-out') onReturn()
              return false
            }}
            className={classes(popupClasses, 'max-h-(--available-height) min-w-52 overflow-y-auto p-1')}
          >
            {filled.map((acts, i) => (
              <Base.Group key={acts[0]?.id} className={i > 0 ? 'mt-1 border-line border-t pt-1' : undefined}>
                <MenuItems acts={acts} className="gap-6" />
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Before the next key: Base UI would wait for a frame, and keys that are pressed until then would edit the cell below. In
 * a microtask, because Base UI first notes what had the focus, to which a dialog opened from the menu gives it back.
 */
function takeFocus(popup: HTMLElement | null): void {
  queueMicrotask(() => popup?.focus({ preventScroll: true }))
}
