import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

interface Props {
  state: 'archived' | 'deleted'
  /** What the server said; absent while nothing was edited yet. */
  reason: string | undefined
  onBringBack: () => Promise<void>
  /** Goes on with all lines as a new draft. */
  onKeep: () => void
}

/** Says that the draft was put away elsewhere, and what can be done with what stands in this tab. */
export function DraftAway({ state, reason, onBringBack, onKeep }: Props) {
  const t = useTranslations('drafts.away')
  const [isBusy, setBusy] = useState(false)
  const bringBack = async () => {
    setBusy(true)
    await onBringBack()
    setBusy(false)
  }
  return (
    <div role="alert" className="shrink-0 border-line border-b px-3.5 py-2">
      <Notice tone={state === 'deleted' ? 'fail' : 'warn'}>
        <div className="-my-1 flex items-center gap-x-3">
          <p className="min-w-0 flex-1">{reason ?? t('archived', { by: 'none' })}</p>
          {state === 'archived' ? (
            <Button size="small" disabled={isBusy} focusableWhenDisabled onClick={bringBack}>
              {t('bringBack')}
            </Button>
          ) : (
            <Button size="small" onClick={onKeep}>
              {t('keep')}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
