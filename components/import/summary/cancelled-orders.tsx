import { PackageX } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { firstOf } from '@/lib/words/sentences/join'
import type { ReportedCancellations } from './use-cancelled-orders'

interface Props {
  reported: ReportedCancellations
  /** Reports the orders again. */
  onAgain: () => void
}

/** Order numbers that a line names. */
const MAX_NAMED = 3

/** The orders that a file marks as cancelled: those that are not sent now, and those to cancel elsewhere. */
export function CancelledOrders({ reported, onAgain }: Props) {
  const t = useTranslations('intake.desk')
  const locale = useLocale()
  if (reported === 'failed')
    return (
      <div role="alert" className="flex items-center gap-2 text-fail text-xs">
        <PackageX aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0">{t('cancelledFound.failed')}</span>
        <Button size="small" className="shrink-0" onClick={onAgain}>
          {t('cancelledFound.again')}
        </Button>
      </div>
    )
  const { removed, sent } = reported
  const sentenceOf = (kind: 'removed' | 'sent', numbers: readonly string[]) =>
    t('skipped.named', {
      sentence: t(`cancelledFound.${kind}`, { count: numbers.length }),
      list: firstOf(locale, numbers, MAX_NAMED),
    })
  return (
    <div role={sent.length > 0 ? 'alert' : undefined}>
      {removed.length > 0 && (
        <p className="flex items-center gap-2 text-warn text-xs">
          <PackageX aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0">{sentenceOf('removed', removed)}</span>
        </p>
      )}
      {sent.length > 0 && (
        <p className="flex items-center gap-2 text-fail text-xs">
          <PackageX aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0">{sentenceOf('sent', sent)}</span>
          <a href="/cancelled" className="shrink-0 underline">
            {t('cancelledFound.open')}
          </a>
        </p>
      )}
    </div>
  )
}
