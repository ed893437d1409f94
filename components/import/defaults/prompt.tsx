import { ListPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { RecordType } from '@/components/import/summary/sentences'
import { Button } from '@/components/ui/button'
import { countMissing, type MissingDefaults } from '@/lib/import/lines/fill/missing-defaults'

interface Props {
  missing: MissingDefaults
  record: RecordType
  onAsk: () => void
}

/** Says how many fields the import lacks in all of its orders, and offers to set them; nothing where it lacks none. */
export function DefaultsPrompt({ missing, record, onAsk }: Props) {
  const t = useTranslations('intake.defaults')
  const count = countMissing(missing)
  if (count === 0) return null
  const isOnlyItems = missing.columns.length === 0
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-xs">
      <ListPlus aria-hidden className="size-3.5 shrink-0 text-warn" />
      <span className="min-w-48 max-w-[calc(100%-22px)]">
        {isOnlyItems ? t('promptItems', { count: missing.items.length }) : t('prompt', { count, record })}
      </span>
      <Button size="small" className="shrink-0" onClick={onAsk}>
        {t('ask')}
      </Button>
    </div>
  )
}
