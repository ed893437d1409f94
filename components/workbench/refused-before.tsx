import { ListFilter } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useBackToSheet } from './use-back-to-sheet'
import { useSay } from './use-say'

interface Props {
  /** Orders that were refused before, and passed since as they are. */
  count: number
  isBusy: boolean
  /** Whether this operator may register. */
  isAllowed: boolean
  onRegister: () => void
  /** Shows these orders alone. */
  onFilter: () => void
}

/** The way on after a refusal that nobody explained: the same orders once more, apart from all others. */
export function RefusedBefore(props: Props) {
  const t = useSay()
  if (props.count === 0) return null
  return (
    <section aria-label={t('again.label')} className="px-3.5 py-2.5">
      <Notice tone="warn">
        <Offer {...props} />
      </Notice>
    </section>
  )
}

function Offer({ count, isBusy, isAllowed, onRegister, onFilter }: Props) {
  const t = useSay()
  useBackToSheet()
  return (
    <>
      <p>{t('again.count', { count })}</p>
      <p className="mt-1 text-ink-2 text-xs">{t('again.how', { count })}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {isAllowed && (
          <Button size="small" disabled={isBusy} focusableWhenDisabled onClick={onRegister}>
            {t('again.register', { count })}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onFilter}>
          <ListFilter aria-hidden />
          {t('again.show')}
        </Button>
      </div>
    </>
  )
}
