'use client'
import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes'
import { fitHeight } from './fit-content'
import { inputClasses } from './input'

/** A text field that is as high as its text, up to a limit. Render it again when a form sets its text without an event. */
export function GrowingTextArea({ ref, className, ...rest }: ComponentProps<'textarea'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current)
  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current)
  })
  return (
    <textarea
      ref={area}
      className={classes(
        inputClasses,
        'field-sizing-content block max-h-40 min-h-7.5 resize-none py-1 leading-5',
        className,
      )}
      spellCheck={false}
      {...rest}
    />
  )
}
