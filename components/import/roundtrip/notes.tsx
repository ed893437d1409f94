import { useLocale, useTranslations } from 'use-intl'
import { cellList } from '@/components/import/summary/sentences'
import type { ReimportPlan } from '@/lib/import/roundtrip/plan'
import type { ReimportedFile } from '@/lib/import/roundtrip/read'
import { firstOf, listOf } from '@/lib/words/sentences/join'

interface Props {
  plan: ReimportPlan
  returned: Pick<ReimportedFile, 'others' | 'uncompared' | 'unsolved'>
  withAdded: boolean
  onWithAdded: (withAdded: boolean) => void
}

/** Rows that a sentence names. */
const MAX_NAMED = 8

/** Reports rows that a returned file adds to the draft, and rows that are ignored. */
export function RoundTripNotes({ plan, returned, withAdded, onWithAdded }: Props) {
  const t = useTranslations('intake.roundTrip')
  const locale = useLocale()
  const { added, duplicates, missing, gone, locked } = plan
  const { others, uncompared, unsolved } = returned
  const namesOf = (names: readonly (string | number)[]) => {
    const more = names.length - MAX_NAMED
    const list = listOf(locale, names.slice(0, MAX_NAMED))
    return more > 0 ? t('andMore', { list, count: more }) : list
  }
  const rowsOf = (rows: readonly number[]) => t('rows', { count: rows.length, list: namesOf(rows) })
  const sentences = [
    duplicates.length > 0 && t('doubled', { count: duplicates.length, list: rowsOf(duplicates) }),
    missing.length > 0 && t('missing', { count: missing.length }),
    gone.length > 0 && t('gone', { count: gone.length }),
    locked.length > 0 && t('locked', { count: locked.length }),
    unsolved && t('unsolved', { count: unsolved.count, list: cellList(locale, unsolved) }),
    ...others.map(({ heading, count, cells }) =>
      t('others', { heading, count, list: firstOf(locale, cells, cells.length, count) }),
    ),
    uncompared.length > 0 && t('uncompared', { count: uncompared.length, list: namesOf(uncompared) }),
  ].filter(sentence => typeof sentence === 'string')
  return (
    <>
      {added.length > 0 && (
        <label className="flex gap-2">
          <input
            type="checkbox"
            checked={withAdded}
            onChange={event => onWithAdded(event.target.checked)}
            className="mt-0.75 accent-accent"
          />
          {t('added', { count: added.length, list: rowsOf(added.map(({ row }) => row)) })}
        </label>
      )}
      {sentences.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-ink-2">
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  )
}
