import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useBusy } from '@/components/ui/use-busy'

interface Props {
  state: 'archived' | 'deleted'
  /** Why the server refused an edit; undefined while nothing was edited. */
  reason: string | undefined
  onUnarchive: () => Promise<void>
  /** Saves all lines as a new draft. */
  onKeep: () => void
}

/** Reports that the draft was archived or deleted elsewhere, and offers actions for the lines of this tab. */
export function DraftClosed({ state, reason, onUnarchive, onKeep }: Props) {
  const t = useTranslations('drafts.closed')
  const [isBusy, whileBusy] = useBusy()
  return (
    <div role="alert" className="shrink-0 border-line border-b px-3.5 py-2">
      <Notice tone={state === 'deleted' ? 'fail' : 'warn'}>
        <div className="-my-1 flex items-center gap-x-3">
          <p className="min-w-0 flex-1">{reason ?? t('archived', { by: 'none' })}</p>
          {state === 'archived' ? (
            <Button
              size="small"
              disabled={isBusy}
              focusableWhenDisabled
              onClick={() => void whileBusy(onUnarchive)}
            >
              {t('unarchive')}
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
