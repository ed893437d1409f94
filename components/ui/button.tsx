'use client'
import { Button as Base } from '@base-ui/react/button'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes'
import { classes } from './classes'

export type ButtonProps = Omit<Base.Props, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

/**
 * A button. A disabled one keeps the focus it had when `focusableWhenDisabled` is set, so that nobody who
 * works by keyboard is thrown back to the top of the page when an act begins.
 */
export function Button({ variant, size, className, ...rest }: ButtonProps) {
  return <Base className={classes(buttonClasses(variant, size), className)} {...rest} />
}
