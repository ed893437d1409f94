'use client'
import type { ComponentProps } from 'react'
import { useHydrated } from '../use-hydrated'

/** A button with a look of its own. Like `Button`, it is disabled until the page is hydrated. */
export function BareButton({ disabled, ...rest }: ComponentProps<'button'>) {
  const isHydrated = useHydrated()
  return <button type="button" {...rest} disabled={disabled || !isHydrated} />
}
