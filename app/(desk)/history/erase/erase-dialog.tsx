'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { Dialog } from '@/components/ui/overlay/dialog'
import { eraseDraftNow, eraseOrderNow } from './erase-actions'

/** The subject of the erasure. */
export type Erased =
  | { readonly orderId: string; readonly number: string }
  | { readonly draftId: string; readonly name: string }

interface Props {
  what: Erased
  onClose: () => void
  onErased: () => void
}

/** Asks before personal data is erased, and lists what stays. */
export function EraseDialog({ what, onClose, onErased }: Props) {
  const t = useTranslations('history.erase')
  const { announce } = useToast()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const erase = () =>
    start(async () => {
      const outcome =
        'orderId' in what
          ? await eraseOrderNow({ orderId: what.orderId })
          : await eraseDraftNow({ draftId: what.draftId })
      if (!outcome.ok) return setProblem(outcome.problem.message)
      announce(
        'orderId' in what
          ? t('done', { number: what.number })
          : t('doneDraft', { name: what.name, count: outcome.value.orders }),
      )
      onErased()
      onClose()
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={'orderId' in what ? t('title', { number: what.number }) : t('titleDraft', { name: what.name })}
      description={'orderId' in what ? t('body') : t('bodyDraft')}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button variant="danger" onClick={erase} disabled={isBusy} focusableWhenDisabled>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}
