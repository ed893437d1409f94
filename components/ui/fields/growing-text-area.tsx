'use client'
import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes'
import { fitHeight } from './fit-content'
import { inputClasses } from './input'

interface Props extends ComponentProps<'textarea'> {
  /** Its current text, which a form may set without an event. */
  text: string
}

/** A text field that is as high as its text, up to a limit. */
export function GrowingTextArea({ text, ref, className, ...rest }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current)
  }, [text])
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
