import type { useTranslations } from 'use-intl'
import { cellList } from './cell-list'
import type { Report } from './protocol'

type Translate = ReturnType<typeof useTranslations<'intake.desk'>>

/** What is odd about a file itself, and may have cost a text: a sentence each. */
export function oddities(t: Translate, { unsolved, nuls }: Pick<Report, 'unsolved' | 'nuls'>): string[] {
  return [
    ...(unsolved ? [t('odd.unsolved', { count: unsolved.count, list: cellList(unsolved) })] : []),
    ...(nuls ? [t('odd.nuls', { count: nuls.count, list: cellList({ ...nuls, count: 1 }) })] : []),
  ]
}
