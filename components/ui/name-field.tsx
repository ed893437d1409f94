'use client'
import { useEffect, useRef } from 'react'
import { Input } from './input'

export type NameFieldProps = {
  label: string
  name: string
  /** Keeps another name. */
  onName: (name: string) => Promise<void>
  /** The name stands, or stays as it was. */
  onEnd: () => void
}

/** A name that is changed in place: Enter and leaving keep it, Escape takes it back. */
export function NameField({ label, name, onName, onEnd }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  // A menu gives the focus back to its button as it closes, a moment after this appears.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])
  const end = async (typed: string) => {
    if (isOver.current) return
    isOver.current = true
    if (typed !== '' && typed !== name) await onName(typed)
    onEnd()
  }
  return (
    <Input
      ref={field}
      size="small"
      aria-label={label}
      defaultValue={name}
      maxLength={100}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value.trim())
        if (event.key === 'Escape') end('')
      }}
      onBlur={event => end(event.currentTarget.value.trim())}
    />
  )
}
