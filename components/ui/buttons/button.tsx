'use client'
import { Button as Base } from '@base-ui/react/button'
import { classes } from '../classes'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes'

export type ButtonProps = Omit<Base.Props, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

/**
 * A button. With `focusableWhenDisabled`, a disabled button keeps its focus; otherwise keyboard users would be sent to
 * the top of the page when an action starts.
 */
export function Button({ variant, size, className, ...rest }: ButtonProps) {
  return <Base className={classes(buttonClasses(variant, size), className)} {...rest} />
}
