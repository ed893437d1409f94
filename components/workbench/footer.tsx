import { useCallback, useContext, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { paintedText } from '@/components/grid/paint/cell'
import { CellSource } from '@/components/import/summary/cell-source'
import type { LineSources } from '@/components/import/summary/line-sources'
import { Tooltip } from '@/components/ui/overlay/tooltip'
import { shopCoordinatesOf } from '@/lib/import/recipe/hidden-columns'
import { sentAs } from '@/lib/sheet/schema/kinds'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { assumedUnit } from '@/lib/sheet/schema/units'
import { RecordTypeContext, useWorkbenchTranslations } from './use-workbench-translations'
import { useWorkbench } from './workbench-context'

interface Props {
  at: CellAddress | null
  /** Finds out where cells came from. */
  lineSources: LineSources
  /** Opens the dialog that goes to an order. */
  onGoTo: () => void
  /** Shows all keys. */
  onHelp: () => void
}

/** Where the active cell is, in every coordinate there is, and the rule of its column. */
export function Footer({ at, lineSources, onGoTo, onHelp }: Props) {
  const { workbook, words } = useWorkbench()
  const t = useWorkbenchTranslations()
  const record = useContext(RecordTypeContext)
  const tGoTo = useTranslations('goTo')
  const tHelp = useTranslations('help')
  const tWhere = useTranslations('intake.roundTrip.where')
  const line = useSyncExternalStore(
    useCallback(listener => (at ? workbook.subscribeLine(at.line, listener) : () => {}), [workbook, at]),
    () => (at ? workbook.line(at.line) : undefined),
    () => undefined,
  )
  const column = at ? workbook.column(at.column) : undefined
  const firstLine = line?.firstLine
  const position = at && workbook.outcomeOf(at.line)?.position
  const number = firstLine === undefined ? '' : workbook.text({ line: firstLine, column: workbook.sheet.key })
  const shop = line && shopCoordinatesOf(line.texts, number).shopNumber
  // A flag shows how it is sent.
  const sent =
    line && column && column.kind !== 'flag' ? sentAs(paintedText(line, column.id), column) : undefined
  const unit = column && assumedUnit(column)
  const limit = at && column ? workbook.limitOf(at.line, column) : undefined
  const rules =
    column &&
    (column.isReadOnly
      ? [t('footer.readOnly')]
      : [
          t(`footer.rule.${column.kind}`),
          unit !== undefined && t('footer.unit', { unit }),
          column.max !== undefined && t('footer.atMost', { max: column.max }),
          t(column.required ? 'footer.required' : 'footer.optional'),
          limit !== undefined && limit !== column.max && t('footer.hint', { max: limit }),
        ])
  return (
    <footer
      data-region="footer"
      className="flex h-7 shrink-0 items-center gap-4.5 overflow-hidden whitespace-nowrap border-line border-t px-3.5 text-ink-3 text-xs"
    >
      {firstLine !== undefined && (
        <Tooltip text={tGoTo('place', { record })} keys="Control+G" side="top">
          <button type="button" onClick={onGoTo} className="-mx-1 rounded px-1 hover:bg-shade hover:text-ink">
            {t('footer.order', { at: workbook.ordinal(firstLine) ?? 0, count: workbook.orderCount })}
          </button>
        </Tooltip>
      )}
      {line && column && <CellSource lineSources={lineSources} texts={line.texts} column={column.id} />}
      {number !== '' && <span className="max-w-50 truncate">{t('footer.number', { number })}</span>}
      {shop !== undefined && (
        <span className="max-w-40 truncate">{tWhere('shopNumber', { number: shop })}</span>
      )}
      {sent !== undefined && <span className="text-ink-2">{t('footer.sentAs', { value: sent })}</span>}
      {column && rules && (
        // The path is what developers call the column.
        <span className="min-w-0 truncate" title={column.id}>
          <b className="font-medium text-ink-2">{words.column(column).name}</b> ·{' '}
          {rules.filter(Boolean).join(' · ')}
        </span>
      )}
      {/* Last, because it appears with an outcome: what is before it must not move. */}
      {position !== undefined && position !== null && (
        <span>{t('footer.position', { position: position + 1 })}</span>
      )}
      <span className="flex-1" />
      <Key name="F8" does={t('footer.keys.next')} />
      <Key name="F9" does={t('footer.keys.check')} />
      <Key name="F2" does={t('footer.keys.edit')} />
      <Tooltip text={tHelp('label')} keys="F1" side="top">
        <button
          type="button"
          onClick={onHelp}
          aria-keyshortcuts="F1 Control+/"
          className="-mx-1 rounded px-1 hover:bg-shade hover:text-ink"
        >
          <kbd className="rounded border border-line px-1 font-sans">?</kbd> {tHelp('footer')}
        </button>
      </Tooltip>
    </footer>
  )
}

const Key = ({ name, does }: { name: string; does: string }) => (
  <span className="max-[1100px]:hidden">
    <kbd className="rounded border border-line px-1 font-sans">{name}</kbd> {does}
  </span>
)
