'use client'
import { Input as Base } from '@base-ui/react/input'
import { classes } from '../classes'

export type InputProps = Omit<Base.Props, 'className' | 'size'> & {
  size?: 'regular' | 'small'
  className?: string
}

/** A one-line text field. Inside a `Field` it gets its label, hint and failure from it. */
export function Input({ size = 'regular', className, ...rest }: InputProps) {
  return (
    <Base
      className={classes(inputClasses, size === 'small' ? 'h-6.5' : 'h-7.5', className)}
      spellCheck={false}
      {...rest}
    />
  )
}

/** The look of a text field, for controls that show text in another element. */
export const inputClasses = classes(
  'w-full min-w-0 rounded-md border border-line-strong bg-bg px-2 text-sm text-ink placeholder:text-ink-3',
  'focus:outline-2 focus:-outline-offset-1 focus:outline-accent disabled:bg-shade disabled:text-ink-3',
  // On a phone: large enough for a finger, and a browser magnifies the page for smaller letters.
  'max-[640px]:min-h-10 max-[640px]:text-[16px]',
  // Safari draws the field of a day as a grey button.
  '[&[type=date]]:appearance-none',
  'aria-invalid:border-fail data-invalid:border-fail',
)
