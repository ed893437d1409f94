import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClasses } from '@/components/ui/button-classes'
import { classes } from '@/components/ui/classes'
import { columnLetters } from '@/lib/intake/heading'
import { type ShopState, shopStates } from '@/lib/intake/recipe'
import type { SetAside } from '@/lib/intake/set-aside'
import { EncodingChoices } from './encoding-choices'
import type { Noun } from './noun'
import type { Report, UnusedColumn, Wish } from './protocol'
import type { Summary } from './readings'

interface Props {
  summary: Summary
  /** What the shop does not want shipped any more, and is not in the sheet. */
  aside: readonly SetAside[]
  record: Noun
  nameOf: (column: string) => string
  /** Whether the file can be read another way. */
  canRead: boolean
  original: string
  onAgain: (wish: Wish) => void
  onMap: () => void
}

/** Rows, and columns, that are listed; the others are counted. */
const LISTED = 12

/** All that is to be said of an import, and the other ways to read its file. */
export function SummaryDetails({ summary, aside, record, nameOf, canRead, original, onAgain, onMap }: Props) {
  const t = useTranslations('intake.desk')
  const { report, kept } = summary
  const { understood, leftOut, constants, filled, unused, missing, tables, previews } = report
  const list = (rows: readonly number[]) => {
    const first = rows.slice(0, LISTED).join(', ')
    return rows.length > LISTED ? t('details.more', { list: first, count: rows.length - LISTED }) : first
  }
  const rowsLeftOut: Readonly<Partial<Record<keyof typeof leftOut | ShopState, readonly number[]>>> = {
    ...leftOut,
    ...Object.fromEntries(
      shopStates.map(why => [why, aside.flatMap(({ means, rows }) => (means === why ? rows : []))]),
    ),
  }
  // Those first that every order needs, then those that hold anything.
  const left = unused.toSorted((a, b) => weightOf(b) - weightOf(a) || a.column - b.column)
  const others = tables.filter(({ at }) => at !== understood.table)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(256px,1fr))] gap-x-6 gap-y-3 py-2.5 text-xs">
      <Part title={t('details.missing')} hasAny={missing.length > 0}>
        {missing.map(({ column, from }) => (
          <Said key={column} name={nameOf(column)} aside={t(`from.${from}`)} />
        ))}
      </Part>
      <Part title={t('details.constants')} hasAny={constants.length > 0}>
        {constants.map(({ column, text }) => (
          <Said key={column} name={nameOf(column)} aside={text} />
        ))}
      </Part>
      <Part title={t('details.filled')} hasAny={Object.keys(filled).length > 0}>
        {fillings(report).map(([kind, count]) => (
          <li key={kind}>{t(`filled.${kind}`, { count })}</li>
        ))}
      </Part>
      <Part title={t('details.leftOut')} hasAny={Object.keys(leftOut).length > 0 || aside.length > 0}>
        {(['notice', 'total', 'skipped', 'fee', ...shopStates] as const).map(why => {
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
          <Said
            key={column}
            name={`${columnLetters(column)} ${heading}`}
            aside={sample}
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
          {t('kept.failedWhy', { reason: kept.reason ?? t('kept.offline') })}
        </p>
      )}
      {!canRead && kept.state === 'failed' && <p className="col-span-full">{t('kept.unread')}</p>}
      <div className="col-span-full flex flex-wrap items-center gap-2">
        <Button size="small" disabled={!canRead} focusableWhenDisabled onClick={onMap}>
          {t('summary.mapping')}
        </Button>
        {others.map(({ at, name }) => (
          <Button
            key={at}
            size="small"
            disabled={!canRead}
            focusableWhenDisabled
            onClick={() => onAgain({ table: at, isAlone: true })}
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
            onChoose={encoding => onAgain({ encoding })}
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
] as const

/** How many cells of each kind that has words of its own, and of all others together. Constants are told above. */
function fillings({ filled }: Report): (readonly [(typeof kinds)[number] | 'other', number])[] {
  const told: ReadonlySet<string> = new Set(kinds)
  const others = Object.entries(filled).filter(([kind]) => !told.has(kind))
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

const Said = ({ name, aside, isWarning }: { name: string; aside: string; isWarning?: true }) => (
  <li className="flex gap-2">
    <span className={classes('min-w-0 shrink truncate', isWarning && 'text-warn')}>{name}</span>
    <span className="min-w-0 flex-1 truncate text-right text-ink-3" title={aside}>
      {aside}
    </span>
  </li>
)
