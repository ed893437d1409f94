'use client'
import { Button as Base } from '@base-ui/react/button'
import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes'
import { classes } from './classes'

export type ButtonProps = Omit<Base.Props, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** A few words in smaller type after the label: a key, a count. Part of what is read aloud. */
  aside?: ReactNode
  className?: string
}

/**
 * A button. A disabled one keeps the focus it had when `focusableWhenDisabled` is set, so that nobody who
 * works by keyboard is thrown back to the top of the page when an act begins.
 */
export function Button({ variant, size, aside, className, children, ...rest }: ButtonProps) {
  return (
    <Base className={classes(buttonClasses(variant, size), className)} {...rest}>
      {children}
      {aside !== undefined && <small className="text-xs font-normal opacity-90">{aside}</small>}
    </Base>
  )
}
