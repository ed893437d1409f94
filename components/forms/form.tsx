'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { FormFrame, type FormFrameProps } from './form-frame'
import { MessageContext } from './message-context'
import { useSchemaMessage } from './use-schema-message'

export interface FormProps<Input extends FieldValues, Output>
  extends Omit<FormFrameProps<Input, Output>, 'resolver'> {
  /** Validates the values; the action validates them again. Its messages are keys of lib/words, or sentences. */
  schema: z.ZodType<Output, Input>
}

/** A form that is validated by a zod schema. */
export function Form<Input extends FieldValues, Output>({ schema, ...props }: FormProps<Input, Output>) {
  return (
    <MessageContext value={useSchemaMessage()}>
      <FormFrame resolver={zodResolver(schema)} {...props} />
    </MessageContext>
  )
}
