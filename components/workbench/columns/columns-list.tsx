import { ChevronDown, ChevronRight, Pin } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Column } from '@/lib/sheet/schema/columns'
import { isFixedColumn, orderColumns } from '@/lib/sheet/view/columns/column-layout'
import { foldGroup } from '@/lib/sheet/view/columns/layout-changes'
import type { Columns } from './use-columns'

interface Props {
  columns: Columns
}

/** All columns by group, in the order of the screen, with a check box that shows or hides each. */
export function ColumnsList({ columns: { view } }: Props) {
  const { words } = useWorkbench()
  const t = useTranslations('columnsMenu')
  const groups = Map.groupBy(orderColumns(view.set, view.layout), column => column.group)
  return (
    <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
      <fieldset aria-label={t('panel.list')}>
        {[...groups].map(([group, members]) => {
          const [first] = members
          const name = first ? words.column(first).group : group
          const isFolded = view.layout.folded.includes(group)
          return (
            <div key={group} className="pb-1">
              <Button
                variant="quiet"
                size="small"
                aria-expanded={!isFolded}
                className="-ml-2 font-medium text-ink-2"
                onClick={() => view.fold(foldGroup(view.layout, group, !isFolded), group)}
              >
                {isFolded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
                {name}
              </Button>
              {!isFolded && members.map(column => <Entry key={column.id} view={view} column={column} />)}
            </div>
          )
        })}
      </fieldset>
    </div>
  )
}

interface EntryProps {
  view: Columns['view']
  column: Column
}

function Entry({ view, column }: EntryProps) {
  const { words } = useWorkbench()
  const t = useTranslations('columnsMenu.panel')
  const { id } = column
  const why = view.shown.hidden.get(id)
  const failures = view.failing.get(id) ?? 0
  const isKey = id === view.set.key
  return (
    <label className="flex min-h-6.5 items-center gap-2 pl-1.5">
      <input
        type="checkbox"
        checked={why === undefined}
        disabled={isKey}
        onChange={event => (event.target.checked ? view.show(id) : view.hide([id]))}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 truncate">{words.column(column).name}</span>
      {(isFixedColumn(view.set, id) || view.layout.pinned.includes(id)) && (
        <Pin role="img" aria-label={t('pinned')} className="size-3 shrink-0 text-ink-3" />
      )}
      <span className="ml-auto shrink-0 text-ink-3 text-xs">
        {why === 'unneeded' && t('absence.unneeded')}
        {failures > 0 && <span className="text-fail"> {t('failures', { count: failures })}</span>}
      </span>
    </label>
  )
}
