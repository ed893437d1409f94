import { useTranslations } from 'use-intl'
import type { SidePanelProps } from '@/components/ui/layout/side-panel'

/** The texts with which a side panel asks before it loses what was typed or chosen. */
export function useLeaveQuestion(): SidePanelProps['leave'] {
  const t = useTranslations('desk.leave')
  return { title: t('title'), lead: t('lead'), stay: t('stay'), discard: t('discard') }
}
