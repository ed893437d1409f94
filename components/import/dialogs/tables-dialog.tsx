import { useTranslations } from 'use-intl'
import type { RecordType } from '@/components/import/summary/sentences'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { TableChoice } from '@/lib/import/reader/protocol'

interface Props {
  name: string
  record: RecordType
  tables: readonly TableChoice[]
  onChoose: (table: number) => void
  onClose: () => void
}

/** Asks which table of a file to import, where none is known. */
export function TablesDialog({ name, record, tables, onChoose, onClose }: Props) {
  const t = useTranslations('intake.desk')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tables.title')}
      description={t('tables.body', { name, record })}
      actions={<Button onClick={onClose}>{t('cancel')}</Button>}
    >
      <ul className="flex flex-col gap-1">
        {tables.map(table => {
          const called = table.name || t('tables.unnamed', { at: table.at + 1 })
          return (
            <li
              key={table.at}
              className="flex items-center gap-3 rounded-md border border-line py-1.5 pr-1.5 pl-2.5"
            >
              <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
                <span className="truncate" title={called}>
                  {called}
                </span>
                <span className="shrink-0 text-ink-3 text-xs">
                  {t('tables.rows', { count: table.rows })}
                  {table.isHidden && ` · ${t('tables.hidden')}`}
                </span>
              </span>
              <Button
                size="small"
                onClick={() => onChoose(table.at)}
                aria-label={t('tables.take', { name: called })}
              >
                {t('tables.takeThis')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
