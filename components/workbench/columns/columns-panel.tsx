import { Columns3 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Popover } from '@/components/ui/overlay/popover'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { defaultLayout } from '@/lib/sheet/view/columns/column-layout'
import { showColumns, showRelevantOnly } from '@/lib/sheet/view/columns/layout-changes'
import { ColumnsList } from './columns-list'
import { SavedLayouts } from './saved-layouts'
import type { Columns } from './use-columns'

interface Props {
  columns: Columns
}

/** Chooses which columns are shown, and keeps layouts by name. */
export function ColumnsPanel({ columns }: Props) {
  const { words, grid, announce } = useWorkbench()
  const t = useTranslations('columnsMenu.panel')
  const { view } = columns
  useSyncExternalStore(
    view.subscribe,
    () => view.version,
    () => 0,
  )
  const failures = view.hiddenFailures()
  const hidden = view.shown.hidden.size
  return (
    <Popover
      title={t('title')}
      open={columns.isPanelOpen}
      onOpenChange={columns.setPanelOpen}
      onReturn={() => grid.current?.focus()}
      trigger={
        <IconButton label={t('hidden', { hidden, failures })}>
          <Columns3 aria-hidden />
          <span className="max-[1800px]:hidden">
            {hidden > 0 ? t('hidden', { hidden, failures: 0 }) : t('open')}
          </span>
          {/* Hidden columns are easily forgotten: the layout is kept from draft to draft. */}
          {hidden > 0 && <span className="font-semibold text-ink min-[1500px]:hidden">−{hidden}</span>}
          {failures > 0 && <span className="font-semibold text-fail">{failures}</span>}
        </IconButton>
      }
    >
      <SavedLayouts columns={columns} />
      <RelevantOnly columns={columns} />
      <ColumnsList columns={columns} />
      <div className="flex justify-between gap-2 border-line border-t pt-2">
        <Button
          size="small"
          onClick={() => view.change(showColumns(view.layout, view.layout.hidden))}
          disabled={view.layout.hidden.length === 0}
          focusableWhenDisabled
        >
          {t('showAll')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            view.setLayout(defaultLayout)
            announce(words.message('columnsReset'))
          }}
        >
          {t('reset')}
        </Button>
      </div>
    </Popover>
  )
}

/** Shows only columns that are required, filled or failing. A column that is emptied is hidden by the next refresh. */
function RelevantOnly({ columns: { view } }: Pick<Props, 'columns'>) {
  const t = useTranslations('columnsMenu.panel')
  const { relevantOnly } = view.layout
  return (
    <div className="flex min-h-7.5 items-center justify-between gap-2">
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={relevantOnly}
          onChange={event => view.change(showRelevantOnly(view.layout, event.target.checked))}
          className="size-4 accent-accent"
        />
        <span>
          {t('relevantOnly')}
          <small className="block text-ink-3 text-xs">{t('relevantOnlyHint')}</small>
        </span>
      </label>
      {relevantOnly && (
        <Button size="small" onClick={() => view.refresh()}>
          {t('refresh')}
        </Button>
      )}
    </div>
  )
}
