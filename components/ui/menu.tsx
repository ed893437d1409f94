'use client'
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes'
import { choiceClasses, popupClasses } from './popup'

export type MenuAct = {
  id: string
  label: ReactNode
  /** A key, in smaller type at the right. */
  aside?: ReactNode
  onSelect: () => void
  disabled?: boolean
}

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  acts: readonly MenuAct[]
  align?: 'start' | 'end'
}

/** A menu of actions that need no buttons of their own. */
export function Menu({ trigger, acts, align = 'start' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={4} align={align}>
          <Base.Popup className={classes(popupClasses, 'min-w-40 p-1')}>
            {acts.map(act => (
              <Base.Item
                key={act.id}
                disabled={act.disabled}
                onClick={act.onSelect}
                className={classes(choiceClasses, 'justify-between')}
              >
                {act.label}
                {act.aside !== undefined && <span className="text-ink-3 text-xs">{act.aside}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
