import { EyeOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

interface Props {
  /** The file's name. */
  name: string
  /** Rows that are in the sheet and hidden in the file, by `asidePlace`. */
  places: readonly string[]
  onSkip: () => void
  onKeep: () => void
}

/** Rows that are named in the line, and where the pointer rests on it. */
const NAMED = 5
const MOST_NAMED = 100

/** Says that rows are hidden in the file, by a filter or by hand, and asks whether they are meant. */
export function SummaryHidden({ name, places, onSkip, onKeep }: Props) {
  const t = useTranslations('intake.desk')
  const count = places.length
  if (count === 0) return null
  const rows = places.map(place => place.slice(place.indexOf(':') + 1))
  const listed = (most: number) => {
    const list = rows.slice(0, most).join(', ')
    return t('hidden.rows', {
      count,
      list: count > most ? t('details.more', { list, count: count - most }) : list,
    })
  }
  return (
    <div className="flex items-center gap-2 text-warn text-xs">
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate" title={listed(MOST_NAMED)}>
        {listed(NAMED)}
      </span>
      <Button size="small" className="shrink-0" aria-label={t('hidden.skipOf', { name })} onClick={onSkip}>
        {t('hidden.skip')}
      </Button>
      <Button size="small" className="shrink-0" aria-label={t('hidden.keepOf', { name })} onClick={onKeep}>
        {t('hidden.keep')}
      </Button>
    </div>
  )
}
