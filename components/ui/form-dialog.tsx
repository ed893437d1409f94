import { type ReactNode, type RefObject, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'

interface Props {
  title: string
  description: string
  /** The button that submits. */
  submit: string
  /** Whether the fields can be submitted. */
  isReady: boolean
  isBusy: boolean
  /** Why the last attempt failed. */
  problem: string | undefined
  onSubmit: () => void
  onClose: () => void
  width?: number
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A dialog with one form, which a press beside it does not close. */
export function FormDialog({
  submit,
  isReady,
  isBusy,
  problem,
  onSubmit,
  onClose,
  children,
  ...dialog
}: Props) {
  const t = useTranslations('secondFactor')
  const form = useId()
  return (
    <Dialog
      {...dialog}
      open
      staysOpen
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
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
