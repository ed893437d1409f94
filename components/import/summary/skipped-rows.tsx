import { EyeOff, PackageX } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { type SkippedOrder, type SkipState, skipStates } from '@/lib/import/lines/skipped-orders'
import { listOf } from '@/lib/words/sentences/join'
import { type RecordType, reportReason, skippedText } from './sentences'

interface Props {
  /** Name of the file. */
  name: string
  record: RecordType
  /** Orders that were skipped and are not in the sheet. */
  skipped: readonly SkippedOrder[]
  /** Orders that are in the sheet although the shop has them as shipped, or their buyer claims something. */
  reported: readonly SkippedOrder[]
  /** Whether skipped orders can be imported: the file is open, or its original is stored. */
  canRead: boolean
  onInclude: (means: SkipState) => void
  onRemove: (means: SkipState) => void
}

/** Order numbers that the line names; its tooltip names more. */
const NAMED_ORDERS = 3
const MAX_NAMED = 100

/**
 * Lists orders in a state other than "to be shipped", a line for each state. Skipped orders can be imported from here,
 * and imported ones removed.
 */
export function SkippedRows({ name, record, skipped, reported, canRead, onInclude, onRemove }: Props) {
  const t = useTranslations('intake.desk')
  const locale = useLocale()
  const listed = (numbers: readonly string[], limit: number) => {
    const list = listOf(locale, numbers.slice(0, limit))
    return numbers.length > limit ? t('details.more', { list, count: numbers.length - limit }) : list
  }
  const line = (means: SkipState, all: readonly SkippedOrder[], isReported: boolean) => {
    if (all.length === 0) return null
    const why = isReported ? reportReason(means) : means
    const text = skippedText(t, locale, record, all, why)
    const numbers = all.flatMap(one => (one.number === '' ? [] : one.number))
    return (
      <div key={why} className="flex items-center gap-2 text-warn text-xs">
        <PackageX aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate" title={listed(numbers, MAX_NAMED)}>
          {numbers.length > 0
            ? t('skipped.named', { sentence: text, list: listed(numbers, NAMED_ORDERS) })
            : text}
        </span>
        <Button
          size="small"
          className="shrink-0"
          disabled={!isReported && !canRead}
          focusableWhenDisabled
          aria-label={t(`skipped.label.${isReported ? 'remove' : 'include'}`, { sentence: text, name })}
          onClick={() => (isReported ? onRemove(means) : onInclude(means))}
        >
          {t(`skipped.${isReported ? 'remove' : 'include'}`)}
        </Button>
      </div>
    )
  }
  const of = (all: readonly SkippedOrder[], means: SkipState) => all.filter(one => one.means === means)
  return [false, true].flatMap(isReported =>
    skipStates.map(means => line(means, of(isReported ? reported : skipped, means), isReported)),
  )
}

interface HiddenRowsProps {
  /** Name of the file. */
  name: string
  /** Rows that the file hides and the sheet has, as `rowPlaceOf` names them. */
  places: readonly string[]
  onSkip: () => void
  onKeep: () => void
}

/** Rows that the line names; its tooltip names more. */
const NAMED_ROWS = 5

/** Reports that the file hides rows, by a filter or by hand, and asks whether to keep them. */
export function HiddenRows({ name, places, onSkip, onKeep }: HiddenRowsProps) {
  const t = useTranslations('intake.desk')
  const locale = useLocale()
  const count = places.length
  if (count === 0) return null
  const rows = places.map(place => place.slice(place.indexOf(':') + 1))
  const listed = (limit: number) => {
    const list = listOf(locale, rows.slice(0, limit))
    return t('hidden.rows', {
      count,
      list: count > limit ? t('details.more', { list, count: count - limit }) : list,
    })
  }
  return (
    <div className="flex items-center gap-2 text-warn text-xs">
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate" title={listed(MAX_NAMED)}>
        {listed(NAMED_ROWS)}
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
