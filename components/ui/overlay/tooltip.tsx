'use client'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { useKeyCaps } from '../keyboard/use-key-caps'

export type TooltipProps = {
  /** The sentence. It is only visible: assistive technology gets it from the control's name or description. */
  text: ReactNode
  /** A key that does the same, as `aria-keyshortcuts` writes it. */
  keys?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** The element that the tooltip belongs to; it must be focusable. */
  children: ReactElement<Record<string, unknown>>
}

/** A sentence on hover and on focus. Escape closes it. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  const keyCaps = useKeyCaps()
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner className="z-50" side={side} sideOffset={5} collisionPadding={8}>
          <Base.Popup className="max-w-75 rounded-md bg-tip px-2.5 py-1.5 text-tip-ink text-xs">
            {text}
            {keys !== undefined && <kbd className="ml-2 font-sans opacity-75">{keyCaps(keys)}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Used once around a screen: after one tooltip opened, its neighbours open without delay. */
export const TooltipProvider = Base.Provider
