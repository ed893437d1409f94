import type { Summary } from '@/components/import/controller/state/state'
import { firstOf } from '@/lib/words/sentences/join'
import { fileWarnings, type RecordType, recipeName, type Translate } from './sentences'

/** Columns that the line names; the details name all. */
const MAX_NAMED = 3

/** A part of the line about an import. `tone` is the class of its colour; absent: that of the line. */
interface Fact {
  readonly text: string
  readonly tone?: string
}

/** What the line says beside the report of the file. */
interface Situation {
  readonly summary: Summary
  readonly record: RecordType
  /** Whether the same file was imported before. */
  readonly isTwice: boolean
  /** Lines that are locked, because their orders are at the service. */
  readonly locked: number
  /** Columns that still need a value. */
  readonly missing: number
}

/** What the line about an import says, in the order in which it is shown. */
export function summaryFacts(
  t: Translate,
  locale: string,
  { summary: { report, result, upload }, record, isTwice, locked, missing }: Situation,
): Fact[] {
  const { mapping, text } = report
  const fees = report.leftOut.fee?.length ?? 0
  const left = Object.values(report.leftOut).reduce((sum, rows) => sum + rows.length, 0) - fees
  const unread = report.unused.filter(({ isUnread }) => isUnread).map(({ heading }) => heading)
  const warn = (sentence: string): Fact => ({ text: sentence, tone: 'text-warn' })
  return [
    ...(isTwice ? [warn(t('summary.twice'))] : []),
    { text: recipeName(mapping.recipe, t) },
    ...(text ? [{ text: t(`encodings.${text.encoding}`) }] : []),
    ...(report.tables.length > 1
      ? [{ text: report.tables.find(({ at }) => at === mapping.table)?.name ?? '' }]
      : []),
    ...(report.combinedTables.length > 0
      ? [{ text: t('summary.alike', { count: report.combinedTables.length + 1 }) }]
      : []),
    { text: t('summary.rows', { rows: report.rows, orders: report.orders, record }) },
    ...(fees > 0 ? [warn(t('summary.fees', { count: fees }))] : []),
    ...(left > 0 ? [{ text: t('summary.leftOut', { count: left }) }] : []),
    ...(unread.length > 0
      ? [
          {
            text: t('summary.unread', { count: unread.length, list: firstOf(locale, unread, MAX_NAMED) }),
            ...(mapping.by !== 'remembered' && { tone: 'text-warn' }),
          },
        ]
      : []),
    ...(locked > 0
      ? [{ text: t(result.lockedLines > 0 ? 'summary.held' : 'summary.locked', { count: locked }) }]
      : []),
    ...(result.keptEdits > 0 ? [{ text: t('summary.typed', { count: result.keptEdits }) }] : []),
    ...fileWarnings(t, locale, report).map(warn),
    ...(missing > 0 ? [warn(t('summary.missing', { count: missing }))] : []),
    { text: t(`original.${upload.state}`), ...(upload.state === 'failed' && { tone: 'text-warn' }) },
  ]
}
