import { useState } from 'react'
import { Select } from '@/components/ui/select'
import type { Workbook } from '@/lib/sheet/workbook'
import { isolated } from '@/lib/words/isolated'
import type { SheetWords } from './grid-source'
import { useSay } from './use-say'

interface Props {
  /** As the service called it. */
  field: string
  workbook: Workbook
  words: SheetWords
  onAssign: (field: string, column: string) => Promise<void>
}

/** Where no column is known by the name that a service used: which one it means, said once. */
export function AssignField({ field, workbook, words, onAssign }: Props) {
  const t = useSay()
  const [chosen, setChosen] = useState<string | null>(null)
  const assign = async (column: string) => {
    setChosen(column)
    await onAssign(field, column)
    setChosen(null)
  }
  return (
    <div className="mt-1.5">
      <Select
        label={t('fields.label', { field: isolated(field) })}
        placeholder={t('fields.choose')}
        size="small"
        className="w-full"
        value={chosen}
        readOnly={chosen !== null}
        onChange={column => void assign(column)}
        choices={workbook.sheet.columns.map(column => ({
          value: column.id,
          label: words.column(column).name,
        }))}
      />
    </div>
  )
}
