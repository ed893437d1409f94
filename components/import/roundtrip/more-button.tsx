import { useTranslations } from 'use-intl'

interface Props {
  /** How many cells are not shown yet; with none there is no button. */
  count: number
  onClick: () => void
}

/** Shows more cells of a list. */
export function MoreButton({ count, onClick }: Props) {
  const t = useTranslations('intake.roundTrip')
  if (count <= 0) return null
  return (
    <button type="button" onClick={onClick} className="rounded py-1 text-accent text-xs hover:underline">
      {t('more', { count })}
    </button>
  )
}
