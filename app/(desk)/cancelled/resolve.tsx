'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { FormDialog } from '@/components/ui/overlay/form-dialog'
import {
  type CancellationResolution,
  cancellationResolutions,
} from '@/lib/desk-api/runs/cancellation-resolutions'
import type { CancellationView } from '@/lib/desk-api/runs/shop-cancellations'
import { resolveCancelled } from './actions'

interface Props {
  order: CancellationView
  /** Whether it is, or may be, at the shipping company; else it can only be allowed to be sent. */
  isSent: boolean
}

/** Opens a dialog in which a person records what became of an order that the shop cancelled. */
export function ResolveButton({ order, isSent }: Props) {
  const t = useTranslations('cancelled')
  const [isOpen, setOpen] = useState(false)
  useFocusLeft()
  return (
    <>
      <Button
        size="small"
        aria-label={t(isSent ? 'resolveOf' : 'allowOf', { number: order.number })}
        onClick={() => setOpen(true)}
      >
        {t(isSent ? 'resolve' : 'allow')}
      </Button>
      {isOpen && <ResolveDialog order={order} isSent={isSent} onClose={() => setOpen(false)} />}
    </>
  )
}

function ResolveDialog({ order, isSent, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations('cancelled')
  const { announce } = useToast()
  const [resolution, setResolution] = useState<CancellationResolution>(isSent ? 'cancelled' : 'kept')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const first = useRef<HTMLInputElement>(null)
  const { id, number, file, orderId } = order

  const send = () =>
    start(async () => {
      const outcome = await resolveCancelled({ id, number, resolution, note })
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      if (!outcome.ok) return
      onClose()
      announce(outcome.value)
    })
  return (
    <FormDialog
      width={460}
      title={t(isSent ? 'dialog.title' : 'dialog.allowTitle', { number })}
      description={
        isSent ? t('dialog.body', { file, orderId: orderId ?? 'none' }) : t('dialog.allowBody', { file })
      }
      cancel={t('dialog.cancel')}
      submit={t(isSent ? 'dialog.confirm' : 'dialog.allowConfirm')}
      isReady
      isBusy={isBusy}
      problem={problem}
      initialFocus={first}
      onSubmit={send}
      onClose={onClose}
    >
      {isSent && (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="pb-1 font-medium text-ink-2 text-xs">{t('dialog.question')}</legend>
          {cancellationResolutions.map((one, at) => (
            <label key={one} className="flex gap-2">
              <input
                ref={at === 0 ? first : undefined}
                type="radio"
                name="resolution"
                className="mt-0.75 size-3.5 shrink-0 accent-accent"
                checked={resolution === one}
                onChange={() => setResolution(one)}
              />
              {t(`results.${one}`)}
            </label>
          ))}
        </fieldset>
      )}
      <Field label={t('dialog.note')}>
        <Input
          ref={isSent ? undefined : first}
          value={note}
          onValueChange={setNote}
          maxLength={500}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}
