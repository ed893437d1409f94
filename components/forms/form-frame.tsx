'use client'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useHydrated } from '@/components/ui/use-hydrated'
import { RequestFailureContext } from './message-context'

/** Why a form was refused: a sentence, sentences for single fields, and the field to focus. */
export interface FormProblem<Values> {
  readonly message: string
  readonly fields?: readonly { readonly name: string; readonly message: string }[] | undefined
  readonly focus?: Path<Values & FieldValues>
}

export interface FormFrameProps<Input extends FieldValues, Output> {
  /** Validates the values. Its messages are sentences, or what `MessageContext` translates. */
  resolver: Resolver<Input, unknown, Output>
  /** Initial values. A field without one keeps what was typed before hydration. */
  initial: DefaultValues<Input>
  /** Submits the values. @returns why they were refused */
  onSubmit: (values: Output) => Promise<FormProblem<Input> | undefined>
  /** Label of the submit button. */
  submit: string
  /** Further buttons, after the submit button. */
  others?: ReactNode
  /** The field that gets the focus when the form appears. */
  focus?: Path<Input>
  label?: string
  children: ReactNode
}

/** A form with react-hook-form: it validates, submits one request at a time, and shows failures in their place. */
export function FormFrame<Input extends FieldValues, Output>(props: FormFrameProps<Input, Output>) {
  const { resolver, initial, onSubmit, submit, others, focus, label, children } = props
  const form = useForm<Input, unknown, Output>({ resolver, defaultValues: initial })
  const { setFocus, setError, formState } = form
  // Before hydration the browser itself would submit the form.
  const isHydrated = useHydrated()

  const element = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // A person who began to type before hydration keeps their place. The focus moves at once: `setFocus` moves it in a
    // later task, when they may be typing in another field.
    const isInUse = element.current?.contains(document.activeElement)
    const field = focus && !isInUse && element.current?.elements.namedItem(focus)
    if (field instanceof HTMLElement) field.focus()
  }, [focus])

  const explainFailure = useContext(RequestFailureContext)
  const request = async (values: Output): Promise<FormProblem<Input> | undefined> => {
    try {
      return await onSubmit(values)
    } catch (error) {
      const message = explainFailure(error)
      // The panel with the form may be closed by now: the page then reports the failure.
      if (message === undefined || !element.current) throw error
      return { message }
    }
  }

  const send = form.handleSubmit(async values => {
    const problem = await request(values)
    if (!problem) return
    setError('root', { message: problem.message })
    const [first, ...rest] = problem.fields ?? []
    for (const field of rest) setError(field.name as Path<Input>, { message: field.message })
    if (first) setError(first.name as Path<Input>, { message: first.message }, { shouldFocus: true })
    else if (problem.focus) setFocus(problem.focus as Path<Input>, { shouldSelect: true })
  })

  return (
    <FormProvider {...form}>
      {/* post: if the browser ever submits it itself, no value appears in a URL. */}
      <form
        ref={element}
        method="post"
        noValidate
        aria-label={label}
        onSubmit={send}
        className="flex flex-col gap-2"
      >
        {children}
        {/* In a panel the buttons stay in view while its fields scroll. */}
        <div className="flex flex-col gap-2 in-data-side-panel:sticky in-data-side-panel:bottom-0 in-data-side-panel:-mx-4 in-data-side-panel:border-line in-data-side-panel:border-t in-data-side-panel:bg-panel in-data-side-panel:px-4 in-data-side-panel:pt-3 in-data-side-panel:pb-2">
          <fieldset disabled={!isHydrated} className="flex items-center gap-2">
            <Button type="submit" variant="primary" disabled={formState.isSubmitting} focusableWhenDisabled>
              {submit}
            </Button>
            {others}
          </fieldset>
          {/* Below the button, so that nothing moves when the sentence appears. */}
          <div role="alert" className="min-h-9">
            {formState.errors.root && <Notice tone="fail">{formState.errors.root.message}</Notice>}
          </div>
        </div>
      </form>
    </FormProvider>
  )
}
