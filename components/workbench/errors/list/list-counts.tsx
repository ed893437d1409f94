import { useTranslations } from 'use-intl'
import { useWorkbench } from '@/components/workbench/workbench-context'

interface Props {
  list: 'failures' | 'warnings'
  count: number
  orders: number
}

/** How many errors or warnings a list has, in how many orders: the orders only where a line has room for both. */
export function ListCounts({ list, count, orders }: Props) {
  const { recordType: record } = useWorkbench().workbook.sheet
  const t = useTranslations('workbench')
  const values = { record, orders, failures: count, warnings: count }
  return (
    <span
      // The part that would be on a second line is out of sight.
      className="ml-auto flex h-4 min-w-0 flex-wrap justify-end overflow-hidden whitespace-pre font-normal text-ink-3"
      title={t.markup(`${list}.summary`, { ...values, where: text => text })}
    >
      {t.rich(`${list}.summary`, { ...values, where: text => <span>{text}</span> })}
    </span>
  )
}
