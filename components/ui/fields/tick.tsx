'use client'
import type { ComponentProps } from 'react'
import { useHydrated } from '../use-hydrated'

/**
 * The box of a check box, or the circle of a radio button. It is disabled until the page is hydrated: the browser would
 * show a choice that the page does not know.
 */
export function Tick({ disabled, ...rest }: ComponentProps<'input'> & { type: 'checkbox' | 'radio' }) {
  const isHydrated = useHydrated()
  return <input {...rest} disabled={disabled || !isHydrated} />
}
