import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Summary } from '@/components/import/controller/state/state'
import { EncodingChoices } from '@/components/import/dialogs/encoding-dialog'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { columnLetters } from '@/lib/files/book/column-letters'
import { type SkippedOrder, type SkipState, skipStates } from '@/lib/import/lines/skipped-orders'
import type { ImportReport, ReadOptions, UnusedColumn } from '@/lib/import/reader/protocol'
import { joinClauses, listOf } from '@/lib/words/sentences/join'
import type { RecordType } from './sentences'

interface Props {
  summary: Summary
  /** Skipped orders that are not in the sheet. */
  skipped: readonly SkippedOrder[]
  record: RecordType
  nameOf: (column: string) => string
  /** Whether the file can be read another way: it is open, or its original is stored. */
  canRead: boolean
  original: string
  onReadAgain: (options: ReadOptions) => void
  onEditMapping: () => void
  /** Required columns in which no line has a text; undefined until they are known. */
  empty: ReadonlySet<string> | undefined
}

/** Rows and columns that are listed; the others are counted. */
const LISTED = 12

/** The details of an import, and the other ways to read its file. */
export function SummaryDetails({
  summary,
  skipped,
  record,
  nameOf,
  canRead,
  original,
  onReadAgain,
  onEditMapping,
  empty,
}: Props) {
  const t = useTranslations('intake.desk')
  const locale = useLocale()
  const { report, upload: kept } = summary
  const { mapping, leftOut, constants, filled, unused, missing, tables, previews, rules } = report
  const list = (rows: readonly number[]) => {
    const first = listOf(locale, rows.slice(0, LISTED))
    return rows.length > LISTED ? t('details.more', { list: first, count: rows.length - LISTED }) : first
  }
  const rowsLeftOut: Readonly<Partial<Record<keyof typeof leftOut | SkipState, readonly number[]>>> = {
    ...leftOut,
    ...Object.fromEntries(
      skipStates.map(why => [why, skipped.flatMap(({ means, rows }) => (means === why ? rows : []))]),
    ),
  }
  // Columns that every order needs come first, then columns with any text.
  const left = unused.toSorted((a, b) => weightOf(b) - weightOf(a) || a.column - b.column)
  const others = tables.filter(({ at }) => at !== mapping.table)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(256px,1fr))] gap-x-6 gap-y-3 py-2.5 text-xs">
      <Part title={t('details.missing')} hasAny={missing.length > 0}>
        {missing.map(({ column }) => (
          <Fact
            key={column}
            name={nameOf(column)}
            value={empty ? t(empty.has(column) ? 'details.unset' : 'details.set') : ''}
          />
        ))}
      </Part>
      <Part title={t('details.constants')} hasAny={constants.length > 0}>
        {constants.map(({ column, text }) => (
          <Fact key={column} name={nameOf(column)} value={text} />
        ))}
      </Part>
      <Part title={t('details.filled')} hasAny={Object.keys(filled).length > 0}>
        {fillings(report).map(([kind, count]) => (
          <li key={kind}>{t(`filled.${kind}`, { count })}</li>
        ))}
      </Part>
      <Part title={t('details.rules')} hasAny={rules.length > 0}>
        {rules.map(({ id, name, cells, rows }) => (
          <Fact
            key={id}
            name={name}
            value={joinClauses(locale, [
              cells > 0 && t('details.ruleCells', { count: cells }),
              rows > 0 && t('details.ruleRows', { count: rows }),
            ])}
          />
        ))}
      </Part>
      <Part title={t('details.leftOut')} hasAny={Object.keys(leftOut).length > 0 || skipped.length > 0}>
        {(['notice', 'total', 'skipped', 'fee', 'unshipped', ...skipStates] as const).map(why => {
          const rows = rowsLeftOut[why] ?? []
          return (
            rows.length > 0 && (
              <li key={why}>
                {t('details.rowsAre', {
                  count: rows.length,
                  list: list(rows),
                  why: t(`details.why.${why}`, { record }),
                })}
              </li>
            )
          )
        })}
      </Part>
      <Part title={t('details.unused')} hasAny={unused.length > 0}>
        {left.slice(0, LISTED).map(({ column, heading, sample, isUnread }) => (
          <Fact
            key={column}
            name={`${columnLetters(column)} ${heading}`}
            value={sample}
            {...(isUnread && { isWarning: true })}
          />
        ))}
        {left.length > LISTED && (
          <li className="text-ink-3" title={left.map(({ heading }) => heading).join('\n')}>
            {t('details.rest', { count: left.length - LISTED })}
          </li>
        )}
      </Part>
      {kept.state === 'failed' && (
        <p className="col-span-full text-warn">
          {t('original.failedWhy', { reason: kept.reason ?? t('original.offline') })}
        </p>
      )}
      {!canRead && kept.state === 'failed' && <p className="col-span-full">{t('original.unread')}</p>}
      <div className="col-span-full flex flex-wrap items-center gap-2">
        <Button size="small" disabled={!canRead} focusableWhenDisabled onClick={onEditMapping}>
          {t('summary.mapping')}
        </Button>
        {others.map(({ at, name }) => (
          <Button
            key={at}
            size="small"
            disabled={!canRead}
            focusableWhenDisabled
            onClick={() => onReadAgain({ table: at, onlyThisTable: true })}
          >
            {t('summary.takeSheet', { name: name || t('tables.unnamed', { at: at + 1 }) })}
          </Button>
        ))}
        {kept.state === 'kept' && (
          <a href={original} download className={buttonClasses('plain', 'small')}>
            {t('summary.original')}
          </a>
        )}
      </div>
      {previews.length > 0 && (
        <div className="col-span-full">
          <EncodingChoices
            previews={previews}
            disabled={!canRead}
            onChoose={encoding => onReadAgain({ encoding })}
            words={encoding => t('summary.readAgain', { encoding: t(`encodings.${encoding}`) })}
          />
        </div>
      )}
    </div>
  )
}

const kinds = [
  'constant',
  'joined',
  'divided',
  'added',
  'split',
  'mapped',
  'restored',
  'merged',
  'buyer',
  'cut',
] as const

/**
 * Counts of filled cells: each kind that has a sentence of its own, then all others together. Constants
 * have their own list.
 */
function fillings({ filled }: ImportReport): (readonly [(typeof kinds)[number] | 'other', number])[] {
  const withSentence: ReadonlySet<string> = new Set(kinds)
  const others = Object.entries(filled).filter(([kind]) => !withSentence.has(kind))
  const rest = others.reduce((sum, [, count]) => sum + count, 0)
  return [
    ...kinds.flatMap(kind => {
      const count = filled[kind as keyof typeof filled] ?? 0
      return count > 0 && kind !== 'constant' ? [[kind, count] as const] : []
    }),
    ...(rest > 0 ? [['other', rest] as const] : []),
  ]
}

function Part({ title, hasAny, children }: { title: string; hasAny: boolean; children: ReactNode }) {
  if (!hasAny) return null
  return (
    <div className="min-w-0">
      <h3 className="mb-1 font-medium text-ink-3">{title}</h3>
      <ul className="flex flex-col gap-0.5">{children}</ul>
    </div>
  )
}

const weightOf = ({ isUnread, sample }: UnusedColumn): number => (isUnread ? 2 : sample === '' ? 0 : 1)

const Fact = ({ name, value, isWarning }: { name: string; value: string; isWarning?: true }) => (
  <li className="flex gap-2">
    <span className={classes('min-w-0 shrink truncate', isWarning && 'text-warn')}>{name}</span>
    <span className="min-w-0 flex-1 truncate text-right text-ink-3" title={value}>
      {value}
    </span>
  </li>
)
