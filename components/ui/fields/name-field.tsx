'use client'
import { useEffect, useRef } from 'react'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { Input } from './input'

export type NameFieldProps = {
  label: string
  name: string
  /** Saves a new name. */
  onName: (name: string) => Promise<void>
  /** Called when the edit ends, with or without a new name. */
  onEnd: () => void
}

/** A name that is edited in place: Enter and leaving save it, Escape restores it. */
export function NameField({ label, name, onName, onEnd }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  // A closing menu returns the focus to its button, a moment after this field appears.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])
  const end = async (typed: string) => {
    if (isOver.current) return
    isOver.current = true
    try {
      if (typed !== '' && typed !== name) await onName(typed)
    } catch (error) {
      // The request had no response: the field stays, so that the name can be saved again.
      isOver.current = false
      throw error
    }
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
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter') end(event.currentTarget.value.trim())
        if (event.key === 'Escape') end('')
      }}
      onBlur={event => end(event.currentTarget.value.trim())}
    />
  )
}
