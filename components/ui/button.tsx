'use client'
import { Button as Base } from '@base-ui/react/button'
import type { ReactNode } from 'react'
import { classes } from './classes'

/** How much a button asks for: `primary` is the one next act of a screen, `quiet` has no frame. */
export type ButtonVariant = 'plain' | 'primary' | 'quiet'
export type ButtonSize = 'regular' | 'small'

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

/** The look of a button, for a link that should look like one. */
export const buttonClasses = (variant: ButtonVariant = 'plain', size: ButtonSize = 'regular'): string =>
  classes(
    'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border select-none',
    'data-disabled:cursor-default data-disabled:text-ink-3 [&_svg]:size-3.5 [&_svg]:shrink-0',
    sizes[size],
    variants[variant],
  )

const sizes: Record<ButtonSize, string> = {
  regular: 'h-7.5 px-3 text-sm',
  small: 'h-6.5 px-2.25 text-sm',
}

const variants: Record<ButtonVariant, string> = {
  plain: 'border-line bg-bg font-medium text-ink not-data-disabled:hover:bg-shade data-popup-open:bg-shade',
  primary:
    'border-accent bg-accent font-medium text-accent-ink not-data-disabled:hover:opacity-90 data-disabled:border-line data-disabled:bg-shade',
  quiet: 'border-transparent text-ink-2 not-data-disabled:hover:bg-shade not-data-disabled:hover:text-ink',
}
