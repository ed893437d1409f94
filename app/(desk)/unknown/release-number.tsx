'use client'
import { type FormEvent, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { release } from './actions'

/**
 * The button by which an administrator releases the number of an order that is registered or was given up, so that it
 * may be registered once more. @param id of the ledger's row
 */
export function ReleaseNumber({ id, number }: { id: string; number: string }) {
  const t = useTranslations('unknown.release')
  const { announce } = useToast()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const first = useRef<HTMLInputElement>(null)
  const isReady = reason.trim() !== ''

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    start(async () => {
      const outcome = await release({ id, reason })
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      if (!outcome.ok) return
      setOpen(false)
      setReason('')
      announce(outcome.value)
    })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('button')}</Button>
      <Dialog
        open={isOpen}
        onClose={() => !isBusy && setOpen(false)}
        initialFocus={first}
        title={t('title', { number })}
        description={t('body')}
        actions={
          <>
            <Button onClick={() => setOpen(false)} disabled={isBusy} focusableWhenDisabled>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              form="release"
              variant="primary"
              disabled={!isReady || isBusy}
              focusableWhenDisabled
            >
              {t('confirm')}
            </Button>
          </>
        }
      >
        <form id="release" onSubmit={send}>
          <Field label={t('reason')} hint={t('reasonHint')}>
            <Input ref={first} value={reason} onValueChange={setReason} maxLength={500} autoComplete="off" />
          </Field>
          <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
        </form>
      </Dialog>
    </>
  )
}
