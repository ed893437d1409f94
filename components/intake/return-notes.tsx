import { useTranslations } from 'use-intl'
import type { ReturnPlan } from '@/lib/intake/return-plan'
import type { Returned } from '@/lib/intake/return-read'
import { cellList } from './cell-list'

interface Props {
  plan: ReturnPlan
  returned: Pick<Returned, 'others' | 'uncompared' | 'unsolved'>
  withAdded: boolean
  onWithAdded: (withAdded: boolean) => void
}

/** Rows that are named; a sentence is no list. */
const NAMED = 8

/** What a file that came back has more, or less, than the draft: rows that were added, and those nothing is done with. */
export function ReturnNotes({ plan, returned, withAdded, onWithAdded }: Props) {
  const t = useTranslations('intake.return')
  const { added, doubled, missing, gone, locked } = plan
  const { others, uncompared, unsolved } = returned
  const headingsOf = (names: readonly string[]) => {
    const more = names.length - NAMED
    const list = names.slice(0, NAMED).join(', ')
    return more > 0 ? t('andMore', { list, count: more }) : list
  }
  const listOf = (rows: readonly number[]) => {
    const list = rows.slice(0, NAMED).join(', ')
    const more = rows.length - NAMED
    return t('rows', { count: rows.length, list: more > 0 ? t('andMore', { list, count: more }) : list })
  }
  const sentences = [
    doubled.length > 0 && t('doubled', { count: doubled.length, list: listOf(doubled) }),
    missing.length > 0 && t('missing', { count: missing.length }),
    gone.length > 0 && t('gone', { count: gone.length }),
    locked.length > 0 && t('locked', { count: locked.length }),
    unsolved && t('unsolved', { count: unsolved.count, list: cellList(unsolved) }),
    ...others.map(({ heading, count, cells }) =>
      t('others', { heading, count, list: cells.join(', ') + (count > cells.length ? ', …' : '') }),
    ),
    uncompared.length > 0 && t('uncompared', { count: uncompared.length, list: headingsOf(uncompared) }),
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
          {t('added', { count: added.length, list: listOf(added.map(({ row }) => row)) })}
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
