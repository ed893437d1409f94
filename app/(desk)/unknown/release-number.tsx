'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { useToast } from '@/components/ui/feedback/toast'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { FormDialog } from '@/components/ui/overlay/form-dialog'
import { releaseNumber } from './actions'

interface Props {
  /** Id of the ledger's row. */
  id: string
  number: string
  /** A product that is registered again ships no second parcel: nothing is typed to confirm that. */
  isProduct: boolean
  onClose: () => void
}

/**
 * Releases the number of an order or product that is registered or was given up, so that it may be registered once
 * more. Because a second parcel may follow from an order, an administrator types its number first.
 */
export function ReleaseNumber({ id, number, isProduct, onClose }: Props) {
  const t = useTranslations('unknown.release')
  const tKind = useTranslations(isProduct ? 'unknown.release.product' : 'unknown.release')
  const { announce } = useToast()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const first = useRef<HTMLInputElement>(null)
  const isReady = reason.trim() !== '' && (isProduct || typed.trim() === number)

  const send = () =>
    start(async () => {
      const outcome = await releaseNumber({ id, reason })
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      if (!outcome.ok) return
      onClose()
      announce(isProduct ? t('product.done') : outcome.value)
    })
  return (
    <FormDialog
      title={tKind('title', { number })}
      description={tKind('body')}
      cancel={t('cancel')}
      submit={tKind('confirm')}
      variant={isProduct ? 'primary' : 'danger'}
      isReady={isReady}
      isBusy={isBusy}
      problem={problem}
      initialFocus={first}
      onSubmit={send}
      onClose={onClose}
    >
      {!isProduct && (
        <Field label={t('type', { number })}>
          <Input ref={first} value={typed} onValueChange={setTyped} autoComplete="off" />
        </Field>
      )}
      <Field label={t('reason')} hint={t('reasonHint')}>
        <Input
          ref={isProduct ? first : undefined}
          value={reason}
          onValueChange={setReason}
          maxLength={500}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}
