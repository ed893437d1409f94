'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { FormFrame, type FormFrameProps, type FormProblem } from './form-frame'
import { MessageContext } from './message-context'
import { useSchemaMessage } from './use-schema-message'

/** What an action returns. */
type ActionResult<Input, Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: FormProblem<Input> }

export interface FormProps<Input extends FieldValues, Output, Value>
  extends Omit<FormFrameProps<Input, Output>, 'resolver' | 'onSubmit'> {
  /** Validates the values; the action validates them again. Its messages are keys of lib/words, or sentences. */
  schema: z.ZodType<Output, Input>
  /** Sends the values to the server. */
  action: (values: Output) => Promise<ActionResult<Input, Value>>
  /** Called once the server accepted the values. @param value what it returned */
  onAccepted: (value: Value, values: Output) => void
}

/** A form that is validated by a zod schema and sent by an action. */
export function Form<Input extends FieldValues, Output, Value>({
  schema,
  action,
  onAccepted,
  ...props
}: FormProps<Input, Output, Value>) {
  const submit = async (values: Output) => {
    const result = await action(values)
    if (!result.ok) return result.problem
    onAccepted(result.value, values)
    return undefined
  }
  return (
    <MessageContext value={useSchemaMessage()}>
      <FormFrame resolver={zodResolver(schema)} onSubmit={submit} {...props} />
    </MessageContext>
  )
}
