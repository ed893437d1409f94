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
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Aside } from '@/components/ui/aside'
import { Button } from '@/components/ui/button'
import { Menu, type MenuAct } from '@/components/ui/menu'
import { carryTargets } from '@/lib/sheet/acts/carry-over'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { FailureNavigation } from './errors/use-failure-navigation'
import { StatusFilters } from './filter/status-filters'
import { FILTER_KEY, type Filters } from './filter/use-filters'
import { FORM_KEY, type RecordPanelState } from './record/use-record-panel'
import { useWorkbench } from './workbench-context'

interface Props {
  /** The button that uploads files. */
  upload: ReactNode
  /** The panel of columns, with its button. */
  columns: ReactNode
  filters: Filters
  record: Pick<RecordPanelState, 'open' | 'undo' | 'redo'>
  navigation: FailureNavigation
  /** Inserts sample records; undefined where none may be inserted. */
  onSample: (() => void) | undefined
  onFind: () => void
  /** What can be done to the selected lines. */
  lineActs: () => readonly MenuAct[]
  onCarryOver: (to: SheetId) => void
}

/** The filters by status, and the tools of the sheet. */
export function Toolbar(props: Props) {
  const t = useTranslations('workbench')
  const tPanel = useTranslations('recordPanel')
  const tFind = useTranslations('find')
  const { workbook, source, grid } = useWorkbench()
  const { filters, record, navigation } = props
  const failureCount = workbook.failures.count
  const insertLine = () => {
    const inserted = grid.current && source.insertLines(grid.current.selection.ranges(), 'below')
    if (inserted) grid.current?.selection.select(inserted, 'there')
  }
  const removeLines = () => {
    if (grid.current) source.removeLines(grid.current.selection.ranges())
  }
  return (
    // The focus stays in the sheet when a tool is pressed.
    <div
      role="toolbar"
      aria-label={t('tools')}
      onMouseDown={event => event.preventDefault()}
      // In a narrow window the filters have a row of their own; otherwise the tools take their room first.
      className="flex min-h-10 shrink-0 items-center gap-1 gap-y-0 whitespace-nowrap border-line border-b px-2.5 text-ink-2 max-[1340px]:min-h-18 max-[1340px]:flex-wrap max-[1340px]:pb-1"
    >
      <StatusFilters onFilter={filters.status} />
      <Button
        variant="quiet"
        size="small"
        onClick={() => filters.open()}
        title={FILTER_KEY}
        aria-label={t('filters.open')}
        aria-keyshortcuts="Control+Shift+L"
        aria-haspopup="dialog"
      >
        <ListFilter aria-hidden />
      </Button>
      {props.columns}
      <Rule />
      <Button
        variant="quiet"
        size="small"
        onClick={record.undo}
        disabled={!workbook.history.canUndo}
        focusableWhenDisabled
        aria-label={t('undo')}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={record.redo}
        disabled={!workbook.history.canRedo}
        focusableWhenDisabled
        aria-label={t('redo')}
      >
        <Redo2 aria-hidden />
      </Button>
      <Rule />
      {props.upload}
      <Button variant="quiet" size="small" onClick={insertLine} title="Ctrl +" aria-label={t('insertLine')}>
        <ListPlus aria-hidden />
        <span className="max-[1800px]:hidden">{t('insertLine')}</span>
      </Button>
      <Button variant="quiet" size="small" onClick={removeLines} title="Ctrl −" aria-label={t('removeLines')}>
        <ListX aria-hidden />
        <span className="max-[1800px]:hidden">{t('removeLines')}</span>
      </Button>
      <Button variant="quiet" size="small" onClick={record.open} title={FORM_KEY} aria-label={tPanel('open')}>
        <PanelRight aria-hidden />
        <span className="max-[1800px]:hidden">{tPanel('open')}</span>
        <Aside text={FORM_KEY} className="max-[1800px]:hidden" />
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={props.onFind}
        title={`${tFind('label')} (Ctrl F)`}
        aria-label={tFind('label')}
      >
        <Search aria-hidden />
      </Button>
      <More lineActs={props.lineActs} onSample={props.onSample} onCarryOver={props.onCarryOver} />
      <span className="ml-auto flex items-center gap-1 pl-1">
        <Button
          variant="quiet"
          size="small"
          onClick={() => navigation.go(-1)}
          disabled={failureCount === 0}
          focusableWhenDisabled
          aria-label={t('previousFailure')}
          title="Shift F8"
        >
          <ChevronLeft aria-hidden />
          <span className="max-[1500px]:hidden">{t('previousFailure')}</span>
        </Button>
        <span
          className="text-ink-3"
          // Wide enough for every count that may come.
          style={{ minWidth: `${2 * String(workbook.orderCount).length + 3}ch` }}
        >
          {t('failurePlace', { at: navigation.position, count: failureCount })}
        </span>
        <Button
          variant="quiet"
          size="small"
          onClick={() => navigation.go(1)}
          disabled={failureCount === 0}
          focusableWhenDisabled
          aria-label={t('nextFailure')}
          title="F8"
        >
          <span className="max-[1500px]:hidden">{t('nextFailure')}</span>
          <ChevronRight aria-hidden />
        </Button>
      </span>
    </div>
  )
}

/** What can be done to the selected lines, and to the draft as a whole. */
function More({ lineActs, onSample, onCarryOver }: Pick<Props, 'lineActs' | 'onSample' | 'onCarryOver'>) {
  const { workbook } = useWorkbench()
  const t = useTranslations('carryOver')
  const tWorkbench = useTranslations('workbench')
  const sample = onSample ? [{ id: 'sample', label: tWorkbench('fillSample'), onSelect: onSample }] : []
  const carry = carryTargets(workbook.sheet).map(to => ({
    id: to,
    label: t(`open.${to}`),
    onSelect: () => onCarryOver(to),
  }))
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="small" aria-label={t('more')}>
          <Ellipsis aria-hidden />
        </Button>
      }
      acts={[...sample, ...lineActs(), ...carry]}
    />
  )
}

const Rule = () => <span aria-hidden="true" className="mx-1.5 h-4.5 w-px shrink-0 bg-line" />
