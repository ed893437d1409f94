import { Layers } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import type { TableChoice } from '@/lib/import/reader/protocol'
import type { RecordType } from './sentences'

interface Props {
  /** Tables of the file that were not imported and can be. */
  tables: readonly TableChoice[]
  /** Name of the file. */
  file: string
  record: RecordType
  canImport: boolean
  onImport: (table: number) => void
}

/** Offers to import the other tables of a file. */
export function OtherTables({ tables, file, record, canImport, onImport }: Props) {
  const t = useTranslations('intake.desk.tables')
  return tables.map(({ at, name: own, rows, isHidden }) => {
    const name = own || t('unnamed', { at: at + 1 })
    return (
      <div key={at} className="flex items-center gap-2 text-warn text-xs">
        <Layers aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate">
          {t(isHidden ? 'otherHidden' : 'other', { name, count: rows, record })}
        </span>
        <Button
          size="small"
          className="shrink-0"
          disabled={!canImport}
          focusableWhenDisabled
          aria-label={t('importOf', { name, file })}
          onClick={() => onImport(at)}
        >
          {t('import')}
        </Button>
      </div>
    )
  })
}
