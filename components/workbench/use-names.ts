import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Somebody } from './together'

/** How somebody is called in a sentence. */
export function useNames(): (who: Somebody) => string {
  const t = useTranslations('together')
  return useCallback(
    ({ name, isYou }: Somebody) => (isYou ? t('you') : name === '' ? t('somebody') : name),
    [t],
  )
}
