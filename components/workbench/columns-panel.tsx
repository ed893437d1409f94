import { Columns3 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { show, showMattering } from '@/lib/sheet/column-acts'
import { ownLayout } from '@/lib/sheet/column-layout'
import { ColumnsList } from './columns-list'
import { ColumnsViews } from './columns-views'
import type { SheetWords } from './grid-source'
import type { Columns } from './use-columns'

interface Props {
  columns: Columns
  words: SheetWords
  announce: (sentence: string) => void
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Gives the keyboard back to the sheet. */
  onReturn: () => void
}

/** Which columns are shown, and the layouts that the operator keeps by name. */
export function ColumnsPanel({ columns, words, announce, open, onOpenChange, onReturn }: Props) {
  const t = useTranslations('columnsMenu.panel')
  const { view } = columns
  useSyncExternalStore(
    view.subscribe,
    () => view.version,
    () => 0,
  )
  const failures = view.failuresAway()
  return (
    <Popover
      title={t('title')}
      open={open}
      onOpenChange={onOpenChange}
      onReturn={onReturn}
      trigger={
        <Button
          variant="quiet"
          size="small"
          aria-label={t('away', { away: view.shown.away.size, failures })}
          title={t('away', { away: view.shown.away.size, failures })}
        >
          <Columns3 aria-hidden />
          <span className="max-[1500px]:hidden">{t('open')}</span>
          {failures > 0 && <span className="font-semibold text-fail">{failures}</span>}
        </Button>
      }
    >
      <ColumnsViews columns={columns} announce={announce} said={words.said} />
      <Mattering columns={columns} />
      <ColumnsList columns={columns} words={words} />
      <div className="flex justify-between gap-2 border-line border-t pt-2">
        <Button
          size="small"
          onClick={() => view.change(show(view.layout, view.layout.hidden))}
          disabled={view.layout.hidden.length === 0}
          focusableWhenDisabled
        >
          {t('showAll')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            view.choose(ownLayout)
            announce(words.said('columnsReset'))
          }}
        >
          {t('reset')}
        </Button>
      </div>
    </Popover>
  )
}

/** Only what is required, filled or failing; looked for when it is switched on, and when the operator asks. */
function Mattering({ columns: { view } }: Pick<Props, 'columns'>) {
  const t = useTranslations('columnsMenu.panel')
  const { mattering } = view.layout
  return (
    <div className="flex min-h-7.5 items-center justify-between gap-2">
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={mattering}
          onChange={event => view.change(showMattering(view.layout, event.target.checked))}
          className="size-4 accent-accent"
        />
        <span>
          {t('mattering')}
          <small className="block text-ink-3 text-xs">{t('matteringHint')}</small>
        </span>
      </label>
      {mattering && (
        <Button size="small" onClick={() => view.refresh()}>
          {t('refresh')}
        </Button>
      )}
    </div>
  )
}
