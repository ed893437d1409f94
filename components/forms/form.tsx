'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** Why a form was not taken: one sentence, sentences for single fields, and where to go on typing. */
export interface FormProblem<Values> {
  readonly message: string
  readonly fields?: readonly { readonly name: string; readonly message: string }[] | undefined
  readonly focus?: Path<Values & FieldValues>
}

export interface FormProps<Input extends FieldValues, Output> {
  /** Judges here what the action judges again. Its messages are keys of lib/words, or sentences. */
  schema: z.ZodType<Output, Input>
  /** What fields hold at first. A field that is left out keeps what was typed before the page came alive. */
  initial: DefaultValues<Input>
  /** Does it; answers with why it was not done. */
  onSubmit: (values: Output) => Promise<FormProblem<Input> | undefined>
  /** The word on the button that submits. */
  submit: string
  /** Further buttons, after the one that submits. */
  others?: ReactNode
  /** The field that has the focus when the form appears. */
  focus?: Path<Input>
  label?: string
  children: ReactNode
}

/** react-hook-form and zod, met once: judges, submits once at a time, and says in its place what was refused. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { schema, initial, onSubmit, submit, others, focus, label, children } = props
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues: initial })
  const { setFocus, setError, formState } = form
  const isAlive = useIsAlive()

  useEffect(() => {
    if (focus) setFocus(focus)
  }, [focus, setFocus])

  const send = form.handleSubmit(async values => {
    const problem = await onSubmit(values)
    if (!problem) return
    setError('root', { message: problem.message })
    const [first, ...rest] = problem.fields ?? []
    for (const field of rest) setError(field.name as Path<Input>, { message: field.message })
    if (first) setError(first.name as Path<Input>, { message: first.message }, { shouldFocus: true })
    else if (problem.focus) setFocus(problem.focus as Path<Input>, { shouldSelect: true })
  })

  return (
    <FormProvider {...form}>
      {/* post: were it ever submitted by the browser itself, nothing of it would stand in an address. */}
      <form method="post" noValidate aria-label={label} onSubmit={send} className="flex flex-col gap-2">
        {children}
        <fieldset disabled={!isAlive} className="flex items-center gap-2">
          <Button type="submit" variant="primary" disabled={formState.isSubmitting} focusableWhenDisabled>
            {submit}
          </Button>
          {others}
        </fieldset>
        {/* Below the button, so that nothing moves when it appears. */}
        <div role="alert" className="min-h-9">
          {formState.errors.root && <Notice tone="fail">{formState.errors.root.message}</Notice>}
        </div>
      </form>
    </FormProvider>
  )
}

/** False until the page listens: until then the browser itself would submit. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
