'use client'
import { Button as Base } from '@base-ui/react/button'
import { classes } from '../classes'
import { useHydrated } from '../use-hydrated'
import { type ButtonSize, type ButtonVariant, buttonClasses, waitingButtonClasses } from './button-classes'

export type ButtonProps = Omit<Base.Props, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Whether its form is sent without our scripts: it then works before hydration, too. */
  isNative?: boolean
  className?: string
}

/**
 * A button. With `focusableWhenDisabled`, a disabled button keeps its focus; otherwise keyboard users would be sent to
 * the top of the page when an action starts. It is disabled until the page is hydrated: a press would be lost.
 */
export function Button(props: ButtonProps) {
  const { variant, size, className, isNative, disabled: isDisabled, focusableWhenDisabled, ...rest } = props
  const isWaiting = !useHydrated() && !isNative
  const disabled = isDisabled || isWaiting
  const look = isWaiting && !isDisabled ? waitingButtonClasses : buttonClasses
  // Until the page is hydrated, a button that is only marked as disabled would have the browser send its form.
  const keepsFocus = focusableWhenDisabled && !isWaiting
  const state = disabled && keepsFocus ? disabledWithFocus : { disabled, focusableWhenDisabled: keepsFocus }
  return <Base className={classes(look(variant, size), className)} {...rest} {...state} />
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
