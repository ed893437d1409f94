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
export function Button({ variant, size, className, disabled, focusableWhenDisabled, ...rest }: ButtonProps) {
  const state = disabled && focusableWhenDisabled ? disabledWithFocus : { disabled, focusableWhenDisabled }
  return <Base className={classes(buttonClasses(variant, size), className)} {...rest} {...state} />
}

/**
 * A disabled button that keeps its focus. Base UI's own cancels every key but Tab, so that neither Escape nor a
 * shortcut of the screen or of the browser would work as long as the focus is on it.
 */
const disabledWithFocus: Base.Props = {
  'aria-disabled': true,
  onClick: event => event.preventDefault(),
  onMouseDown: undefined,
  onPointerDown: undefined,
  onKeyDown: undefined,
  onKeyUp: undefined,
  ...{ 'data-disabled': '' },
}
