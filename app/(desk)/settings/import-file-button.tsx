'use client'
import { type ChangeEvent, useRef } from 'react'
import { Button } from '@/components/ui/buttons/button'

/** At most this many characters of a file are read; a longer file is refused anyway. */
const MAX_LENGTH = 1_000_001

interface Props {
  label: string
  disabled: boolean
  /** Receives the start of the chosen file's text. */
  onFile: (text: string, name: string) => void
}

/** A button that asks for a JSON file and reads it. */
export function ImportFileButton({ label, disabled, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    const text = await file.slice(0, MAX_LENGTH).text()
    // Choosing the same file again must be a change.
    currentTarget.value = ''
    onFile(text, file.name)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        onChange={take}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
      />
      <Button size="small" disabled={disabled} focusableWhenDisabled onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
