import { useState } from 'react'
import { Select } from '@/components/ui/fields/select'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { isolated } from '@/lib/words/sentences/isolated'

interface Props {
  /** The name that the service used. */
  field: string
  onAssign: (field: string, column: string) => Promise<void>
}

/** Asks which column a service means by a field name that no column is known by. */
export function AssignField({ field, onAssign }: Props) {
  const { workbook, words } = useWorkbench()
  const t = useWorkbenchTranslations()
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
