'use client'
import { type ReactNode, useState } from 'react'
import { BareButton } from '../buttons/bare-button'
import { classes } from '../classes'

interface Props {
  /** Length of the text, in characters. */
  length: number
  more: string
  less: string
  children: ReactNode
}

/** Characters that three lines of a side panel show, roughly. */
const SHORT = 150

/** A text cut to three lines, with a button that shows the rest. */
export function Clamped({ length, more, less, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (length <= SHORT) return children
  return (
    <>
      <span className={classes('break-words', isOpen ? 'block' : 'line-clamp-3')}>{children}</span>
      <BareButton
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded text-accent hover:underline"
      >
        {isOpen ? less : more}
      </BareButton>
    </>
  )
}
