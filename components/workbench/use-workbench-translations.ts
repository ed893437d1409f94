import { createContext, useCallback, useContext } from 'react'
import { useTranslations } from 'use-intl'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** Whether the records of the sheet are orders or products; sentences choose their words by it. */
export const RecordTypeContext = createContext<Sheet['recordType']>('order')

type Values = Record<string, string | number>

/** Like `useTranslations('workbench')`, with `{record}` in every sentence. */
export function useWorkbenchTranslations() {
  const t = useTranslations('workbench')
  const record = useContext(RecordTypeContext)
  return useCallback(
    (key: Parameters<typeof t>[0], values?: Values) => t(key, { record, ...values }),
    [t, record],
  )
}

/** Translates a text of `workbench`. */
export type WorkbenchTranslator = ReturnType<typeof useWorkbenchTranslations>
