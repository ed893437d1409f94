import { ChevronRight, ChevronUp, FileCheck2, Undo2, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import {
  type RemovableRows,
  reportedOnly,
  rowPlacesOf,
  stillSkipped,
} from '@/components/import/controller/lines/skipped-rows'
import type { Summary } from '@/components/import/controller/state/state'
import { DefaultsPrompt } from '@/components/import/defaults/prompt'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { classes } from '@/components/ui/classes'
import { cancelledIn } from '@/lib/desk-api/runs/shop-cancellations'
import type { SkipState } from '@/lib/import/lines/skipped-orders'
import type { ReadOptions, TableChoice } from '@/lib/import/reader/protocol'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { CancelledOrders } from './cancelled-orders'
import { SummaryDetails } from './details'
import { EarlierImport } from './earlier-import'
import { summaryFacts } from './facts'
import { OtherTables } from './other-tables'
import { RulesLine } from './rules-line'
import type { RecordType } from './sentences'
import { HiddenRows, SkippedRows } from './skipped-rows'
import type { ReportedCancellations } from './use-cancelled-orders'
import { useFileStatus } from './use-file-status'

interface Props {
  summary: Summary
  workbook: Workbook
  record: RecordType
  nameOf: (column: string) => string
  /** Whether the file can be read another way: it is open, or its original is stored. */
  canRead: boolean
  /** URL of the original. */
  original: string
  /** Whether the same file was imported before. */
  isTwice: boolean
  onReadAgain: (options: ReadOptions) => void
  onEditMapping: () => void
  /**
   * The orders that the file marks as cancelled; undefined: it has none, or they are being compared with the ledger.
   */
  cancellations: ReportedCancellations | undefined
  onReportAgain: () => void
  /** Other tables of the file that can be imported. */
  others: readonly TableChoice[]
  onImportTable: (table: number) => void
  /** Imports skipped orders. */
  onIncludeSkipped: (means: SkipState) => void
  /** Removes orders in a state that is only reported, or rows that the file hides. */
  onRemoveRows: (what: RemovableRows) => void
  /** Undoes the import; undefined where it is not the last step. */
  onUndo: (() => void) | undefined
  goTo: (cell: CellAddress) => void
  /** Asks for the fields that no order of the file has; undefined where the operator may not set them. */
  onSetDefaults: (() => void) | undefined
  onDismiss: () => void
}

/**
 * The summary of an import in one line, with details on demand. It is at the bottom of the screen and grows upwards, so
 * the first line is the lowest one, and a line that comes later is added on top: nothing that is shown moves. Tab goes
 * from the first line upwards.
 */
export function SummaryStrip(props: Props) {
  const {
    summary,
    workbook,
    record,
    isTwice,
    canRead,
    onIncludeSkipped,
    onRemoveRows,
    onUndo,
    goTo,
    onDismiss,
  } = props
  const t = useTranslations('intake.desk')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(summary.isReopened ?? false)
  const [isKept, setKept] = useState(false)
  const details = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const { isReopened } = summary
  useEffect(() => {
    // The operator asked for this summary, and continues here.
    if (isReopened) toggle.current?.focus()
  }, [isReopened])
  const { report, result, upload } = summary
  const status = useFileStatus(workbook, report)
  const { toReview, locked, firstToReview, present } = status ?? {
    toReview: report.toReview,
    locked: result.lockedLines,
    firstToReview: undefined,
    // Skipped orders of an earlier session may have been imported since; the first count shows it.
    present: isReopened
      ? undefined
      : new Set([...rowPlacesOf(reportedOnly(report.skippedOrders)), ...report.hiddenRows]),
  }
  // Each kind of line waits for those below it.
  const isCompared = status !== undefined && (props.cancellations !== undefined || !cancelledIn(report))
  const missing = report.missing.filter(({ column }) => status?.missing.empty.has(column) ?? true)
  const skipped = present ? stillSkipped(report.skippedOrders, present) : []
  const hiddenRows = isKept ? [] : report.hiddenRows.filter(place => present?.has(place))
  const reported = present ? reportedOnly(report.skippedOrders).filter(one => !skipped.includes(one)) : []
  const facts = summaryFacts(t, locale, { summary, record, isTwice, locked, missing: missing.length })
  return (
    <section
      aria-label={t('summary.label', { name: report.name })}
      className="flex shrink-0 flex-col-reverse border-line not-first:border-t not-first:pt-1"
    >
      {/* As high as two lines of facts, because some of them come late, too. */}
      <div className="flex min-h-8 items-center gap-2">
        <FileCheck2 aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <b className="max-w-60 shrink-0 truncate font-medium" title={report.name}>
          {report.name}
        </b>
        <span
          className="line-clamp-2 min-w-0 text-ink-2 text-xs"
          title={facts.map(fact => fact.text).join(' · ')}
        >
          {facts.map((fact, at) => (
            <span key={fact.text} className={classes(fact.tone)}>
              {/* No line begins with a dot. */}
              {at > 0 && <span className="text-ink-3">{'\u00a0· '}</span>}
              {fact.text}
            </span>
          ))}
        </span>
        <span className="flex-1" />
        {toReview > 0 && (
          <Button
            size="small"
            variant="quiet"
            className="shrink-0 text-warn"
            disabled={!firstToReview}
            focusableWhenDisabled
            title={t('summary.reviewNext')}
            onClick={() => firstToReview && goTo(firstToReview)}
          >
            {t('summary.review', { count: toReview })}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          ref={toggle}
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={t('summary.details')}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp aria-hidden /> : <ChevronRight aria-hidden />}
          <span className="max-[1100px]:hidden">{t('summary.details')}</span>
        </Button>
        <IconButton
          label={t('summary.undoOf', { name: report.name })}
          disabled={!onUndo}
          focusableWhenDisabled
          onClick={() => onUndo?.()}
        >
          <Undo2 aria-hidden />
          <span className="max-[1100px]:hidden">{t('summary.undo')}</span>
        </IconButton>
        <IconButton label={t('summary.dismiss', { name: report.name })} onClick={onDismiss}>
          <X aria-hidden />
        </IconButton>
      </div>
      <RulesLine report={report} canRead={canRead} onReadAgain={props.onReadAgain} />
      <SkippedRows
        name={report.name}
        record={record}
        skipped={skipped}
        reported={reported}
        canRead={canRead}
        onInclude={onIncludeSkipped}
        onRemove={onRemoveRows}
      />
      <HiddenRows
        name={report.name}
        places={hiddenRows}
        onSkip={() => onRemoveRows('hidden')}
        onKeep={() => {
          setKept(true)
          toggle.current?.focus()
        }}
      />
      <OtherTables
        tables={props.others}
        file={report.name}
        record={record}
        canImport={canRead}
        onImport={props.onImportTable}
      />
      {status && props.onSetDefaults && (
        <DefaultsPrompt missing={status.missing} isOfFile record={record} onAsk={props.onSetDefaults} />
      )}
      {status && props.cancellations && (
        <CancelledOrders reported={props.cancellations} onAgain={props.onReportAgain} />
      )}
      {isCompared && upload.state === 'kept' && upload.earlier && <EarlierImport earlier={upload.earlier} />}
      <div id={details} hidden={!isOpen} className="max-h-[30vh] overflow-y-auto">
        {isOpen && <SummaryDetails {...props} skipped={skipped} empty={status?.missing.empty} />}
      </div>
    </section>
  )
}
