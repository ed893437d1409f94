'use client'
import { type ReactNode, useContext } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Field } from '@/components/ui/fields/field'
import { Input, type InputProps } from '@/components/ui/fields/input'
import { Select, type SelectChoice } from '@/components/ui/fields/select'
import { TextArea } from '@/components/ui/fields/text-area'
import { MessageContext } from './message-context'

/** What every field of a form has. */
export interface Named {
  /** The key of the form's schema. */
  name: string
  label: ReactNode
  hint?: ReactNode
}

export type TextFieldProps = Named & Pick<InputProps, 'type' | 'autoComplete' | 'placeholder' | 'inputMode'>

/** A text field of the surrounding form. */
export function TextField({ name, label, hint, ...input }: TextFieldProps) {
  const { register } = useFormContext()
  return (
    <Field label={label} hint={hint} failure={useFailure(name)}>
      <Input {...register(name)} {...input} />
    </Field>
  )
}

export type AreaFieldProps = Named & { rows: number }

/** A text field of several lines of the surrounding form. */
export function AreaField({ name, label, hint, rows }: AreaFieldProps) {
  const { register } = useFormContext()
  return (
    <Field label={label} hint={hint} failure={useFailure(name)}>
      <TextArea rows={rows} {...register(name)} />
    </Field>
  )
}

export type ChoiceFieldProps = Named & { choices: readonly SelectChoice<string>[] }

/** A select or radio field of the surrounding form. */
export function ChoiceField({ name, label, hint, choices }: ChoiceFieldProps) {
  const { field } = useController({ name })
  return (
    <Field label={label} hint={hint} failure={useFailure(name)}>
      <Select choices={choices} value={field.value ?? null} onChange={field.onChange} name={name} />
    </Field>
  )
}

/** The failure of a field: resolvers return messages for `MessageContext`, actions return sentences. */
export function useFailure(name: string): string | undefined {
  const word = useContext(MessageContext)
  const { formState, getFieldState } = useFormContext()
  const message = getFieldState(name, formState).error?.message
  return message === undefined ? undefined : word(message)
}
