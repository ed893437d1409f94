'use client'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { eraseDraftNow, eraseOrderNow } from './erase-actions'

/** What is about to be erased. */
export type Erased =
  | { readonly orderId: string; readonly number: string }
  | { readonly draftId: string; readonly name: string }

interface Props {
  what: Erased
  onClose: () => void
  onErased: () => void
}

/** Asks before personal data is erased, and says what stays. */
export function EraseDialog({ what, onClose, onErased }: Props) {
  const say = useTranslations('history.erase')
  const { say: announce } = useToast()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const erase = () =>
    start(async () => {
      const outcome =
        'orderId' in what
          ? await eraseOrderNow({ orderId: what.orderId })
          : await eraseDraftNow({ draftId: what.draftId })
      if (!outcome.ok) return setProblem(outcome.problem.message)
      announce(
        'orderId' in what
          ? say('done', { number: what.number })
          : say('doneDraft', { name: what.name, count: outcome.value.orders }),
      )
      onErased()
      onClose()
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={
        'orderId' in what ? say('title', { number: what.number }) : say('titleDraft', { name: what.name })
      }
      description={'orderId' in what ? say('body') : say('bodyDraft')}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {say('cancel')}
          </Button>
          <Button variant="danger" onClick={erase} disabled={isBusy} focusableWhenDisabled>
            {say('confirm')}
          </Button>
        </>
      }
    >
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}
