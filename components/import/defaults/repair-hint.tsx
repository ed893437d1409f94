import { useTranslations } from 'use-intl'
import type { SuggestedRepair } from '@/lib/import/repair/suggested-repair'
import type { Column } from '@/lib/sheet/schema/columns'
import { assumedUnit } from '@/lib/sheet/schema/units'

interface Props {
  column: Column
  repair: SuggestedRepair
  /** Puts the repaired text into the field, and the focus back there: this button disappears. */
  onRepair: (text: string) => void
}

/** Suggests the repair of a text below its field, as the sheet does for cells. Nothing changes until it is pressed. */
export function RepairHint({ column, repair: { kind, after }, onRepair }: Props) {
  const t = useTranslations('findings')
  return (
    <button
      type="button"
      onClick={() => onRepair(after)}
      className="rounded text-left text-accent hover:underline"
    >
      {t('suggestion', {
        kind: t(`kinds.${kind}`, { unit: assumedUnit(column) ?? 'none' }),
        text: after || t('blank'),
      })}
    </button>
  )
}
