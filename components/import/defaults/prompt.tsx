import { ListPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { RecordType } from '@/components/import/summary/sentences'
import { Button } from '@/components/ui/buttons/button'
import { countMissing, type MissingDefaults } from '@/lib/import/lines/fill/missing-defaults'

interface Props {
  missing: MissingDefaults
  /** Whether a file lacks the fields; else they are empty in every order of the draft. */
  isOfFile: boolean
  record: RecordType
  onAsk: () => void
}

/**
 * Says how many required fields have no text in any order, and offers to set them once; nothing where there are none.
 */
export function DefaultsPrompt({ missing, isOfFile, record, onAsk }: Props) {
  const t = useTranslations('intake.defaults')
  const count = countMissing(missing)
  if (count === 0) return null
  const isOnlyItems = missing.columns.length === 0
  const sentence = isOnlyItems
    ? t('promptItems', { count: missing.items.length })
    : t(isOfFile ? 'prompt' : 'promptDraft', { count, record })
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-xs">
      <span className="flex min-w-0 gap-2">
        <ListPlus aria-hidden className="mt-px size-3.5 shrink-0 text-warn" />
        <span>{sentence}</span>
      </span>
      <Button size="small" className="shrink-0" onClick={onAsk}>
        {t('ask')}
      </Button>
    </div>
  )
}
