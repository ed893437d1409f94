import { useTranslations } from 'use-intl'
import type { FillPlan } from '@/lib/intake/fill-blanks'
import type { Workbook } from '@/lib/sheet/workbook'

interface Props {
  workbook: Workbook
  plan: FillPlan
  nameOf: (column: string) => string
}

const kinds = ['product-master', 'recipient', 'postal-code', 'preset'] as const

/** How many cells of each column are filled, and from where. */
export function FillColumns({ workbook, plan, nameOf }: Props) {
  const t = useTranslations('intake.fill')
  return (
    <table aria-label={t('columns')} className="w-full text-xs">
      <tbody>
        {workbook.sheet.columns.map(({ id }) => {
          const counts = plan.counts.get(id)
          if (!counts) return null
          const from = kinds.flatMap(kind =>
            counts[kind] === undefined ? [] : t(`from.${kind}`, { count: counts[kind] }),
          )
          return (
            <tr key={id} className="*:border-line-soft *:border-b *:px-3 *:py-1.5">
              <th scope="row" className="text-left font-medium">
                {nameOf(id)}
              </th>
              <td className="text-right text-ink-2">{from.join(' · ')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
