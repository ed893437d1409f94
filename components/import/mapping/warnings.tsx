import { useLocale, useTranslations } from 'use-intl'
import { fileWarnings } from '@/components/import/summary/sentences'
import type { ImportReport } from '@/lib/import/reader/protocol'

/** Oddities of the file that an operator should look at before it is imported. */
export function FileWarnings({ report }: { report: ImportReport }) {
  const t = useTranslations('intake.desk')
  const warnings = fileWarnings(t, useLocale(), report)
  if (warnings.length === 0) return null
  return <p className="border-line border-b px-3.5 py-2 text-warn text-xs">{warnings.join(' · ')}</p>
}
