import { createContext, useCallback, useContext } from 'react'
import { useTranslations } from 'use-intl'
import type { Sheet } from '@/lib/sheet/sheets'

/** What one record of the sheet in hand is. Sentences say "order" or "product" by it. */
export const RecordNoun = createContext<Sheet['noun']>('order')

type Values = Record<string, string | number>

/** Like `useTranslations('workbench')`, with `{record}` in every sentence. */
export function useSay() {
  const t = useTranslations('workbench')
  const record = useContext(RecordNoun)
  return useCallback(
    (key: Parameters<typeof t>[0], values?: Values) => t(key, { record, ...values }),
    [t, record],
  )
}

/** Says a sentence of the workbench. */
export type Say = ReturnType<typeof useSay>
