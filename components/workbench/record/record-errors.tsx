import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import type { FailureNavigation } from '@/components/workbench/errors/use-failure-navigation'
import { useWorkbench } from '@/components/workbench/workbench-context'

interface Props {
  errors: FailureNavigation
  /** Writes what is being typed. */
  onLeave: () => void
}

/** The bar below the form on a phone: to the previous and the next error of the sheet, and how many there are. */
export function RecordErrors({ errors, onLeave }: Props) {
  const { workbook } = useWorkbench()
  const t = useTranslations('workbench')
  const { count } = workbook.failures
  const go = (step: 1 | -1) => {
    onLeave()
    errors.go(step)
  }
  return (
    <div className="flex shrink-0 items-center justify-between gap-2 border-line border-t px-2 py-1">
      <Button onClick={() => go(-1)} disabled={count === 0} focusableWhenDisabled>
        <ChevronLeft aria-hidden />
        {t('previousFailure')}
      </Button>
      <span className="text-ink-3 text-xs">{t('failurePlace', { at: errors.position, count })}</span>
      <Button onClick={() => go(1)} disabled={count === 0} focusableWhenDisabled>
        {t('nextFailure')}
        <ChevronRight aria-hidden />
      </Button>
    </div>
  )
}
