import { type ReactNode, useId } from 'react'
import { Button } from '../buttons/button'
import { Notice } from '../feedback/notice'
import { Dialog, type DialogProps } from './dialog'

interface Props
  extends Pick<DialogProps, 'title' | 'description' | 'width' | 'initialFocus' | 'staysOpen' | 'onClose'> {
  /** Labels of the buttons: one closes the dialog, the other submits. */
  cancel: string
  submit: string
  variant?: 'primary' | 'danger'
  /** Whether the fields can be submitted. */
  isReady: boolean
  isBusy: boolean
  /** Why the last attempt failed. */
  problem: string | undefined
  onSubmit: () => void
  children: ReactNode
}

/** A dialog with one form. It stays open while the form is being sent. */
export function FormDialog(props: Props) {
  const {
    cancel,
    submit,
    variant = 'primary',
    isReady,
    isBusy,
    problem,
    onSubmit,
    onClose,
    children,
    ...dialog
  } = props
  const form = useId()
  return (
    <Dialog
      {...dialog}
      open
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {cancel}
          </Button>
          <Button
            variant={variant}
            type="submit"
            form={form}
            disabled={isBusy || !isReady}
            focusableWhenDisabled
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        className="flex flex-col gap-2"
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !isBusy) onSubmit()
        }}
      >
        {children}
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </form>
    </Dialog>
  )
}
