import { ChevronDown, ChevronRight, FileCheck2, Layers, Undo2, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { ShopState } from '@/lib/intake/recipe'
import type { CellAddress } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import { placesOf, stillAside, toldOnly } from './aside-places'
import type { Noun } from './noun'
import { oddities } from './oddities'
import type { TableChoice, UnusedColumn, Wish } from './protocol'
import type { Summary } from './readings'
import { recipeName } from './recipe-name'
import { SummaryAside } from './summary-aside'
import { SummaryDetails } from './summary-details'
import { SummaryHidden } from './summary-hidden'
import type { TakenOut } from './take-out'
import { useFileStanding } from './use-file-standing'

interface Props {
  summary: Summary
  workbook: Workbook
  record: Noun
  /** A column's name as the sheet shows it. */
  nameOf: (column: string) => string
  /** Whether the file can be read another way. */
  canRead: boolean
  /** Where its original is to be had. */
  original: string
  /** Whether the same file was brought before. */
  isTwice: boolean
  onAgain: (wish: Wish) => void
  onMap: () => void
  /** Other tables of the file that may be imported, too. */
  others: readonly TableChoice[]
  onTable: (table: number) => void
  /** Brings in what is not to be shipped any more. */
  onAfterAll: (means: ShopState) => void
  /** Takes out what the shop has in a state that is only reported, or what the file hides. */
  onTakeOut: (what: TakenOut) => void
  /** Takes the import back, while it is the newest act. */
  onUndo: (() => void) | undefined
  goTo: (cell: CellAddress) => void
  onDismiss: () => void
}

/** Columns that are named in the line; the others are in the details. */
const NAMED = 3

const namesOf = (columns: readonly UnusedColumn[]): string =>
  columns
    .slice(0, NAMED)
    .map(({ heading }) => heading)
    .join(', ') + (columns.length > NAMED ? ', …' : '')

/** What a file brought, in one line, and what it left out; more of it on demand. */
export function SummaryStrip(props: Props) {
  const { summary, workbook, record, isTwice, canRead, onAfterAll, onTakeOut, onUndo, goTo, onDismiss } =
    props
  const t = useTranslations('intake.desk')
  const [isOpen, setOpen] = useState(summary.isReopened ?? false)
  const [isKept, setKept] = useState(false)
  const details = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const { isReopened } = summary
  useEffect(() => {
    // Whoever asked for it goes on there.
    if (isReopened) toggle.current?.focus()
  }, [isReopened])
  const { report, brought, kept } = summary
  const { toReview, locked, first, there } = useFileStanding(workbook, report) ?? {
    toReview: report.toReview,
    locked: brought.kept,
    first: undefined,
    // What came in an earlier sitting may have been brought in since: that is known once it was counted.
    there: isReopened ? undefined : new Set([...placesOf(toldOnly(report.aside)), ...report.unseen]),
  }
  const { understood, text } = report
  const aside = there ? stillAside(report.aside, there) : []
  const unseen = isKept ? [] : report.unseen.filter(place => there?.has(place))
  const shipped = there ? toldOnly(report.aside).filter(one => !aside.includes(one)) : []
  const fees = report.leftOut.fee?.length ?? 0
  const left = Object.values(report.leftOut).reduce((sum, rows) => sum + rows.length, 0) - fees
  const unread = report.unused.filter(({ isUnread }) => isUnread)
  const facts: { said: string; tone?: string }[] = [
    ...(isTwice ? [{ said: t('summary.twice'), tone: 'text-warn' }] : []),
    { said: recipeName(understood.recipe, t) },
    ...(text ? [{ said: t(`encodings.${text.encoding}`) }] : []),
    ...(report.tables.length > 1
      ? [{ said: report.tables.find(({ at }) => at === understood.table)?.name ?? '' }]
      : []),
    ...(report.alike.length > 0 ? [{ said: t('summary.alike', { count: report.alike.length + 1 }) }] : []),
    { said: t('summary.rows', { rows: report.rows, orders: report.orders, record }) },
    ...(fees > 0 ? [{ said: t('summary.fees', { count: fees }), tone: 'text-warn' }] : []),
    ...(left > 0 ? [{ said: t('summary.leftOut', { count: left }) }] : []),
    ...(unread.length > 0
      ? [
          {
            said: t('summary.unread', { count: unread.length, list: namesOf(unread) }),
            ...(understood.by !== 'remembered' && { tone: 'text-warn' }),
          },
        ]
      : []),
    ...(locked > 0
      ? [{ said: t(brought.kept > 0 ? 'summary.held' : 'summary.locked', { count: locked }) }]
      : []),
    ...(brought.typed > 0 ? [{ said: t('summary.typed', { count: brought.typed }) }] : []),
    ...oddities(t, report).map(said => ({ said, tone: 'text-warn' })),
    ...(report.missing.length > 0
      ? [{ said: t('summary.missing', { count: report.missing.length }), tone: 'text-warn' }]
      : []),
    { said: t(`kept.${kept.state}`), ...(kept.state === 'failed' && { tone: 'text-warn' }) },
  ]
  return (
    <section aria-label={t('summary.label', { name: report.name })} className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2">
        <FileCheck2 aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <b className="max-w-60 shrink-0 truncate font-medium" title={report.name}>
          {report.name}
        </b>
        <span
          className="line-clamp-2 min-w-0 text-ink-2 text-xs"
          title={facts.map(({ said }) => said).join(' · ')}
        >
          {facts.map(({ said, tone }, at) => (
            <span key={said} className={classes(tone)}>
              {at > 0 && <span className="text-ink-3"> · </span>}
              {said}
            </span>
          ))}
        </span>
        {toReview > 0 && (
          <Button
            size="small"
            variant="quiet"
            className="shrink-0 text-warn"
            disabled={!first}
            focusableWhenDisabled
            title={t('summary.reviewNext')}
            onClick={() => first && goTo(first)}
          >
            {t('summary.review', { count: toReview })}
          </Button>
        )}
        <span className="flex-1" />
        <Button
          size="small"
          variant="quiet"
          ref={toggle}
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={t('summary.details')}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <span className="max-[1100px]:hidden">{t('summary.details')}</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={!onUndo}
          focusableWhenDisabled
          onClick={() => onUndo?.()}
          aria-label={`${t('summary.undo')}: ${report.name}`}
        >
          <Undo2 aria-hidden />
          <span className="max-[1100px]:hidden">{t('summary.undo')}</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={onDismiss}
          aria-label={t('summary.dismiss', { name: report.name })}
        >
          <X aria-hidden />
        </Button>
      </div>
      <SummaryAside
        name={report.name}
        aside={aside}
        there={shipped}
        canRead={canRead}
        onAfterAll={onAfterAll}
        onTakeOut={onTakeOut}
      />
      <SummaryHidden
        name={report.name}
        places={unseen}
        onSkip={() => onTakeOut('hidden')}
        onKeep={() => {
          setKept(true)
          toggle.current?.focus()
        }}
      />
      {props.others.map(({ at, name, rows, isHidden }) => {
        const called = name || t('tables.unnamed', { at: at + 1 })
        return (
          <div key={at} className="flex items-center gap-2 text-warn text-xs">
            <Layers aria-hidden className="size-3.5 shrink-0" />
            <span className="min-w-0 truncate">
              {t(isHidden ? 'tables.otherHidden' : 'tables.other', { name: called, count: rows, record })}
            </span>
            <Button
              size="small"
              className="shrink-0"
              disabled={!canRead}
              focusableWhenDisabled
              aria-label={t('tables.importOf', { name: called, file: report.name })}
              onClick={() => props.onTable(at)}
            >
              {t('tables.import')}
            </Button>
          </div>
        )
      })}
      <div id={details} hidden={!isOpen} className="min-h-0 overflow-y-auto">
        {isOpen && <SummaryDetails {...props} aside={aside} />}
      </div>
    </section>
  )
}
