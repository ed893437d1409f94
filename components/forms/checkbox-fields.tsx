'use client'
import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { Tick } from '@/components/ui/fields/tick'
import { useFailure } from './field'

interface Props {
  /** The key of the form's schema; its value is the list of the checked choices. */
  name: string
  label: ReactNode
  hint?: ReactNode
  choices: readonly { readonly value: string; readonly label: string }[]
}

/** Check boxes of one field of a form; any number can be checked. */
export function CheckboxGroupField({ name, label, hint, choices }: Props) {
  const { field } = useController({ name })
  const failure = useFailure(name)
  const noteId = useId()
  const checked: readonly string[] = field.value ?? []
  const toggle = (value: string, isChecked: boolean) =>
    field.onChange(
      choices.map(one => one.value).filter(one => (one === value ? isChecked : checked.includes(one))),
    )
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={noteId}>
      <legend className="pb-1 font-medium text-ink-2 text-xs">{label}</legend>
      {choices.map(({ value, label: text }, at) => (
        <label key={value} className="flex items-baseline gap-2 py-0.5">
          <Tick
            ref={at === 0 ? field.ref : undefined}
            type="checkbox"
            checked={checked.includes(value)}
            aria-invalid={failure !== undefined || undefined}
            onChange={event => toggle(value, event.target.checked)}
            onBlur={field.onBlur}
            className="translate-y-px accent-accent"
          />
          {text}
        </label>
      ))}
      <div id={noteId} className="min-h-4.25 text-xs">
        {failure === undefined ? (
          hint !== undefined && <span className="text-ink-3">{hint}</span>
        ) : (
          <span className="text-fail">{failure}</span>
        )}
      </div>
    </fieldset>
  )
}

interface CheckboxProps {
  /** The key of the form's schema; its value is true or false. */
  name: string
  label: ReactNode
}

/** One check box of the surrounding form. */
export function CheckboxField({ name, label }: CheckboxProps) {
  const { field } = useController({ name })
  return (
    <label className="flex items-baseline gap-2 pb-2">
      <Tick
        ref={field.ref}
        type="checkbox"
        checked={field.value === true}
        onChange={event => field.onChange(event.target.checked)}
        onBlur={field.onBlur}
        className="translate-y-px accent-accent"
      />
      {label}
    </label>
  )
}
