'use client'
import type { Ref } from 'react'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { Field } from './field'
import { Input } from './input'

interface Props {
  ref: Ref<HTMLInputElement>
  /** Asks for the text, which the dialog knows. */
  label: string
  typed: string
  onType: (typed: string) => void
  /** Why the last attempt to confirm failed. */
  failure: string | undefined
  /** Called on Enter. */
  onConfirm: () => void
  isNumber?: boolean
}

/** A field of a dialog into which a name or a count is typed, before an act that cannot be undone. */
export function ConfirmField({ ref, label, typed, onType, failure, onConfirm, isNumber = false }: Props) {
  return (
    <Field label={label} failure={failure}>
      <Input
        ref={ref}
        value={typed}
        {...(isNumber && { inputMode: 'numeric' })}
        autoComplete="off"
        onChange={event => onType(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
          event.preventDefault()
          onConfirm()
        }}
      />
    </Field>
  )
}
