'use client'
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../classes'
import { useKeyCaps } from '../keyboard/use-key-caps'
import { choiceClasses, popupClasses } from './popup'

export type MenuAct = {
  id: string
  label: ReactNode
  /** Its keys in the notation of `keyCaps`, in smaller type at the right. */
  keys?: string
  /** A few words in the place of keys. */
  aside?: string
  onSelect: () => void
  disabled?: boolean
}

/** Actions that belong together, below a heading. */
export type MenuGroup = {
  heading: string
  acts: readonly MenuAct[]
}

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'end'
} & ({ acts: readonly MenuAct[] } | { groups: readonly MenuGroup[] })

/** A menu of actions that need no buttons of their own. A group without actions is left out. */
export function Menu({ trigger, align = 'start', ...content }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={4} align={align}>
          <Base.Popup
            className={classes(popupClasses, 'max-h-(--available-height) min-w-40 overflow-y-auto p-1')}
          >
            {'acts' in content ? (
              <MenuItems acts={content.acts} />
            ) : (
              content.groups
                .filter(({ acts }) => acts.length > 0)
                .map(({ heading, acts }, i) => (
                  <Base.Group key={heading} className={i > 0 ? 'mt-1 border-line border-t pt-1' : undefined}>
                    <Base.GroupLabel className="px-2 pt-1 pb-0.5 font-medium text-ink-3 text-xs">
                      {heading}
                    </Base.GroupLabel>
                    <MenuItems acts={acts} />
                  </Base.Group>
                ))
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The actions of a menu; `className` is added to each of them. */
export const MenuItems = ({ acts, className }: { acts: readonly MenuAct[]; className?: string }) =>
  acts.map(act => (
    <Base.Item
      key={act.id}
      disabled={act.disabled}
      onClick={act.onSelect}
      className={classes(choiceClasses, 'justify-between', className)}
    >
      {act.label}
      <ActAside act={act} />
    </Base.Item>
  ))

/** What a menu shows at the right of an action. */
function ActAside({ act: { keys, aside } }: { act: MenuAct }) {
  const keyCaps = useKeyCaps()
  const text = keys === undefined ? aside : keyCaps(keys)
  return text !== undefined && <span className="text-ink-3 text-xs">{text}</span>
}
