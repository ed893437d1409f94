'use client'
import { type ReactNode, useState } from 'react'
import { classes } from './classes'

interface Props {
  /** How long the text is, in characters. */
  length: number
  more: string
  less: string
  children: ReactNode
}

/** What three lines of a side panel show, about. */
const SHORT = 150

/** A text of which the first three lines are shown, and the rest when asked for. */
export function Clamped({ length, more, less, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (length <= SHORT) return children
  return (
    <>
      <span className={classes('break-words', isOpen ? 'block' : 'line-clamp-3')}>{children}</span>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded text-accent hover:underline"
      >
        {isOpen ? less : more}
      </button>
    </>
  )
}
