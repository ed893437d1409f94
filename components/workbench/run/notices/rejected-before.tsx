import { ListFilter } from 'lucide-react'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'

interface Props {
  /** Number of orders that were rejected before and have passed a check since, unchanged. */
  count: number
  isBusy: boolean
  /** Whether this operator may register. */
  isAllowed: boolean
  onRegister: () => void
  /** Shows only these orders. */
  onFilter: () => void
}

/** Offers to register orders again that were rejected without a reason and have passed a check since. */
export function RejectedBefore(props: Props) {
  const t = useWorkbenchTranslations()
  if (props.count === 0) return null
  return (
    <section aria-label={t('again.label')} className="px-3.5 py-2.5">
      <Notice tone="warn">
        <RegisterAgain {...props} />
      </Notice>
    </section>
  )
}

function RegisterAgain({ count, isBusy, isAllowed, onRegister, onFilter }: Props) {
  const t = useWorkbenchTranslations()
  useFocusSheetOnUnmount()
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
