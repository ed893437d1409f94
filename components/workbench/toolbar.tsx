import {
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  ListFilter,
  ListPlus,
  ListX,
  PanelRight,
  Redo2,
  Search,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonNote } from '@/components/ui/buttons/button-note'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { Menu } from '@/components/ui/overlay/menu'
import { carryTargets } from '@/lib/sheet/acts/carry-over'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { BulkActs } from './bulk/use-bulk-actions'
import type { FailureNavigation } from './errors/use-failure-navigation'
import { StatusFilters } from './filter/status-filters'
import { FILTER_KEYS, type Filters } from './filter/use-filters'
import { FORM_KEYS, type RecordPanelState } from './record/use-record-panel'
import { RecordTypeContext } from './use-workbench-translations'
import { useWorkbench } from './workbench-context'

interface Props {
  /** The button that uploads files. */
  upload: ReactNode
  /** The panel of columns, with its button. */
  columns: ReactNode
  filters: Filters
  /** The name of the active column. */
  column: string | undefined
  record: Pick<RecordPanelState, 'open' | 'undo' | 'redo'>
  /** Whether the sheet is shown as cards: tools of the grid are left out. */
  isNarrow: boolean
  navigation: FailureNavigation
  /** Inserts sample records; undefined where none may be inserted. */
  onSample: (() => void) | undefined
  onFind: () => void
  /** What can be done to many lines at once. */
  acts: () => BulkActs
  /** Asks to carry the draft over; undefined for those who may not edit. */
  onCarryOver: ((to: SheetId) => void) | undefined
}

/** The filters by status, and the tools of the sheet. */
export function Toolbar(props: Props) {
  const t = useTranslations('workbench')
  const keyCaps = useKeyCaps()
  const tPanel = useTranslations('recordPanel')
  const tFind = useTranslations('find')
  const { workbook, source, grid } = useWorkbench()
  const { filters, record, navigation, isNarrow } = props
  const failureCount = workbook.failures.count
  const insertLine = () => {
    grid.current?.commit()
    const inserted = grid.current && source.insertLines(grid.current.selection.ranges(), 'below')
    if (inserted) grid.current?.selection.select(inserted, 'there')
  }
  const removeLines = () => {
    grid.current?.commit()
    if (grid.current) source.removeLines(grid.current.selection.ranges())
  }
  return (
    // The focus stays in the sheet when a tool is pressed.
    <div
      role="toolbar"
      data-region="tools"
      aria-label={t('tools')}
      onMouseDown={event => event.preventDefault()}
      // In a narrow window the filters have a row of their own; otherwise the tools take their room first.
      className="flex min-h-10 shrink-0 items-center gap-1 gap-y-0 whitespace-nowrap border-line border-b px-2.5 text-ink-2 max-[1340px]:min-h-18 max-[1340px]:flex-wrap max-[1340px]:pb-1 max-[640px]:gap-0 max-[640px]:px-1.5"
    >
      <StatusFilters onFilter={filters.status} />
      {!isNarrow && (
        <>
          <IconButton
            label={
              props.column === undefined ? t('filters.open') : t('filters.openOf', { column: props.column })
            }
            keys={FILTER_KEYS}
            onClick={() => filters.open()}
            aria-haspopup="dialog"
          >
            <ListFilter aria-hidden />
          </IconButton>
          {props.columns}
          <Rule />
        </>
      )}
      <IconButton
        label={t('undo')}
        keys="Control+Z"
        onClick={record.undo}
        disabled={!workbook.canUndo}
        focusableWhenDisabled
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={t('redo')}
        keys="Control+Y"
        onClick={record.redo}
        disabled={!workbook.canRedo}
        focusableWhenDisabled
      >
        <Redo2 aria-hidden />
      </IconButton>
      <Rule />
      {props.upload}
      {!isNarrow && (
        <>
          <IconButton label={t('insertLine')} keys="Control+Alt+=" onClick={insertLine}>
            <ListPlus aria-hidden />
            <span className="max-[1800px]:hidden">{t('insertLine')}</span>
          </IconButton>
          <IconButton label={t('removeLines')} keys="Control+Alt+-" onClick={removeLines}>
            <ListX aria-hidden />
            <span className="max-[1800px]:hidden">{t('removeLines')}</span>
          </IconButton>
          <IconButton label={tPanel('open')} keys={FORM_KEYS} onClick={record.open}>
            <PanelRight aria-hidden />
            <span className="max-[1800px]:hidden">{tPanel('open')}</span>
            <ButtonNote text={keyCaps(FORM_KEYS)} className="max-[1800px]:hidden" />
          </IconButton>
          <IconButton label={tFind('label')} keys="Control+F" onClick={props.onFind}>
            <Search aria-hidden />
          </IconButton>
        </>
      )}
      <More acts={props.acts} onSample={props.onSample} onCarryOver={props.onCarryOver} />
      <span className="ml-auto flex items-center gap-1 pl-1">
        <IconButton
          label={t('previousFailure')}
          keys="Shift+F8"
          onClick={() => navigation.go(-1)}
          disabled={failureCount === 0}
          focusableWhenDisabled
        >
          <ChevronLeft aria-hidden />
          <span className="max-[1800px]:hidden">{t('previousFailure')}</span>
        </IconButton>
        <span
          className="text-ink-3"
          // Wide enough for every count that may come.
          style={{ minWidth: `${2 * String(workbook.orderCount).length + 7}ch` }}
        >
          {t('failurePlace', { at: navigation.position, count: failureCount })}
        </span>
        <IconButton
          label={t('nextFailure')}
          keys="F8"
          onClick={() => navigation.go(1)}
          disabled={failureCount === 0}
          focusableWhenDisabled
        >
          <span className="max-[1800px]:hidden">{t('nextFailure')}</span>
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}

/** What can be done to many lines, and to the draft as a whole. Acts on single lines are in the menu of the cells. */
function More({ acts, onSample, onCarryOver }: Pick<Props, 'acts' | 'onSample' | 'onCarryOver'>) {
  const { workbook } = useWorkbench()
  const tHeadings = useTranslations('sheetMenu.headings')
  const record = useContext(RecordTypeContext)
  const t = useTranslations('carryOver')
  const tWorkbench = useTranslations('workbench')
  const sample = onSample ? [{ id: 'sample', label: tWorkbench('fillSample'), onSelect: onSample }] : []
  const carry = onCarryOver
    ? carryTargets(workbook.sheet).map(to => ({
        id: to,
        label: t(`open.${to}`),
        onSelect: () => onCarryOver(to),
      }))
    : []
  const { download, orders, fill, files } = acts()
  return (
    <Menu
      trigger={
        <IconButton label={t('more')}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
      groups={[
        { heading: tHeadings('download'), acts: download },
        { heading: tHeadings('orders', { record }), acts: orders },
        { heading: tHeadings('fill'), acts: fill },
        { heading: tHeadings('draft'), acts: [...sample, ...files, ...carry] },
      ]}
    />
  )
}

const Rule = () => (
  <span aria-hidden="true" className="mx-1.5 h-4.5 w-px shrink-0 bg-line max-[640px]:hidden" />
)
