import {
  ChevronLeft,
  ChevronRight,
  ClipboardList,
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
import { carryTargets } from '@/lib/sheet/carry-over'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import { StandingFilters } from './standing-filters'
import { FILTER_KEY, type Filters } from './use-filters'
import { FORM_KEY } from './use-record-panel'

interface Props {
  /** The button that brings files in. */
  upload: ReactNode
  workbook: Workbook
  /** The panel of columns, and its button. */
  columns: ReactNode
  /** Changes with the workbook. */
  version: number
  filters: Filters
  onUndo: () => void
  onRedo: () => void
  onInsert: () => void
  onRemove: () => void
  onSample: () => void
  onForm: () => void
  onFind: () => void
  /** What is done to the selected lines. */
  lines: () => readonly MenuAct[]
  onCarryOver: (to: SheetId) => void
  failureAt: number
  failureCount: number
  onFailure: (step: 1 | -1) => void
}

/** Views of the sheet, and what one does to it. */
export function Tools(props: Props) {
  const t = useTranslations('workbench')
  const panel = useTranslations('recordPanel')
  const find = useTranslations('find')
  const { workbook, filters, failureAt, failureCount } = props
  return (
    // Pressing a tool leaves the keyboard where it is: in the sheet.
    <div
      role="toolbar"
      aria-label={t('tools')}
      onMouseDown={event => event.preventDefault()}
      // Where there is no room for all of it in one row the views have a row of their own; else they give way to the tools.
      className="flex min-h-10 shrink-0 items-center gap-1 gap-y-0 whitespace-nowrap border-line border-b px-2.5 text-ink-2 max-[1340px]:min-h-18 max-[1340px]:flex-wrap max-[1340px]:pb-1"
    >
      <StandingFilters workbook={workbook} version={props.version} onFilter={filters.standing} />
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
        onClick={props.onUndo}
        disabled={!workbook.history.canUndo}
        focusableWhenDisabled
        aria-label={t('undo')}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={props.onRedo}
        disabled={!workbook.history.canRedo}
        focusableWhenDisabled
        aria-label={t('redo')}
      >
        <Redo2 aria-hidden />
      </Button>
      <Rule />
      {props.upload}
      <Button
        variant="quiet"
        size="small"
        onClick={props.onInsert}
        title="Ctrl +"
        aria-label={t('insertLine')}
      >
        <ListPlus aria-hidden />
        <span className="max-[1800px]:hidden">{t('insertLine')}</span>
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={props.onRemove}
        title="Ctrl −"
        aria-label={t('removeLines')}
      >
        <ListX aria-hidden />
        <span className="max-[1800px]:hidden">{t('removeLines')}</span>
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={props.onSample}
        title={t('fillSample')}
        aria-label={t('fillSample')}
      >
        <ClipboardList aria-hidden className="min-[1801px]:hidden" />
        <span className="max-[1800px]:hidden">{t('fillSample')}</span>
      </Button>
      <Button variant="quiet" size="small" onClick={props.onForm} title={FORM_KEY} aria-label={panel('open')}>
        <PanelRight aria-hidden />
        <span className="max-[1800px]:hidden">{panel('open')}</span>
        <Aside text={FORM_KEY} className="max-[1800px]:hidden" />
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={props.onFind}
        title={`${find('label')} (Ctrl F)`}
        aria-label={find('label')}
      >
        <Search aria-hidden />
      </Button>
      <More workbook={workbook} lines={props.lines} onCarryOver={props.onCarryOver} />
      <span className="ml-auto flex items-center gap-1 pl-1">
        <Button
          variant="quiet"
          size="small"
          onClick={() => props.onFailure(-1)}
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
          // Room for every count that may come.
          style={{ minWidth: `${2 * String(workbook.orderCount).length + 3}ch` }}
        >
          {t('failurePlace', { at: failureAt, count: failureCount })}
        </span>
        <Button
          variant="quiet"
          size="small"
          onClick={() => props.onFailure(1)}
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

/** What is done to the selected lines, and to the draft as a whole. */
function More({ workbook, lines, onCarryOver }: Pick<Props, 'workbook' | 'lines' | 'onCarryOver'>) {
  const t = useTranslations('carryOver')
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
      acts={[...lines(), ...carry]}
    />
  )
}

const Rule = () => <span aria-hidden="true" className="mx-1.5 h-4.5 w-px shrink-0 bg-line" />
