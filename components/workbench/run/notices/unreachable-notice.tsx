import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/feedback/notice'

/** That the server does not say how far a run is. Its progress announces it. */
export function UnreachableNotice() {
  const t = useTranslations('workbench.run')
  return (
    <div className="px-3.5 py-2.5">
      <Notice tone="warn">{t('offline')}</Notice>
    </div>
  )
}
