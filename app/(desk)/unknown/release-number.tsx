'use client'
import { type FormEvent, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { releaseNumber } from './actions'

interface Props {
  /** Id of the ledger's row. */
  id: string
  number: string
  onClose: () => void
}

/**
 * Releases the number of an order that is registered or was given up, so that it may be registered once more. Because a
 * second parcel may follow, an administrator types the number first.
 */
export function ReleaseNumber({ id, number, onClose }: Props) {
  const t = useTranslations('unknown.release')
  const { announce } = useToast()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const first = useRef<HTMLInputElement>(null)
  const isReady = reason.trim() !== '' && typed.trim() === number

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    start(async () => {
      const outcome = await releaseNumber({ id, reason })
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      if (!outcome.ok) return
      onClose()
      announce(outcome.value)
    })
  }
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      initialFocus={first}
      title={t('title', { number })}
      description={t('body')}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form="release"
            variant="danger"
            disabled={!isReady || isBusy}
            focusableWhenDisabled
          >
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id="release" onSubmit={send}>
        <Field label={t('type', { number })}>
          <Input ref={first} value={typed} onValueChange={setTyped} autoComplete="off" />
        </Field>
        <Field label={t('reason')} hint={t('reasonHint')}>
          <Input value={reason} onValueChange={setReason} maxLength={500} autoComplete="off" />
        </Field>
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </form>
    </Dialog>
  )
}
