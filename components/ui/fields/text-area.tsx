'use client'
import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { classes } from '../classes'
import { inputClasses } from './input'

export type TextAreaProps = ComponentProps<'textarea'>

/** A text field of several lines. Inside a `Field` it gets its label, hint and failure from it. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  return (
    <Base.Control
      render={
        <textarea
          className={classes(inputClasses, 'resize-y py-1.25', className)}
          spellCheck={false}
          autoComplete="off"
          {...rest}
        />
      }
    />
  )
}
