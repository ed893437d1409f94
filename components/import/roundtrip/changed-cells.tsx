import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RecordType } from '@/components/import/summary/sentences'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import type { ReimportedCell } from '@/lib/import/roundtrip/plan'
import { MoreButton } from './more-button'

/** Cells that the list shows at first, and that "more" adds. */
const PAGE_SIZE = 100

/** A cell by the names that operators use. */
export interface CellPlace {
  readonly number: string
  readonly column: string
  /** Row of the returned file. */
  readonly row: number | undefined
  /** A text of the cell as the sheet shows it. */
  readonly shown: (text: string) => string
}

interface Props {
  cells: readonly ReimportedCell[]
  placeOf: (cell: ReimportedCell) => CellPlace
  record: RecordType
}

const head = 'py-1 pr-3 text-left font-medium text-ink-2 text-xs'
const cellClasses = 'max-w-0 truncate py-1 pr-3 align-top'
/** A longer text is cut. */
const textClasses = 'max-w-0 py-1 pr-3 align-top'

/** Cells that only the file changed, with their texts before and after. */
export function ChangedCells({ cells, placeOf, record }: Props) {
  const t = useTranslations('intake.roundTrip')
  const [shown, setShown] = useState(PAGE_SIZE)
  const or = (text: string) => (text === '' ? <i className="text-ink-3">{t('blank')}</i> : text)
  return (
    <section aria-label={t('changed')}>
      <div className="overflow-x-auto">
        <table className="w-full table-fixed border-line border-t max-[640px]:min-w-150">
          <caption className="pb-1 text-left font-medium">{t('changed')}</caption>
          <thead>
            <tr className="border-line border-b">
              <th className={`${head} w-[17%]`}>{t('number', { record })}</th>
              <th className={`${head} w-[21%]`}>{t('column')}</th>
              <th className={head}>{t('before')}</th>
              <th className={head}>{t('after')}</th>
              <th className={`${head} w-26 pr-0 text-right`}>{t('row')}</th>
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, shown).map(cell => {
              const { number, column, row, shown: asShown } = placeOf(cell)
              return (
                <tr key={`${cell.line} ${cell.column} ${cell.there}`} className="border-line-soft border-b">
                  <td className={cellClasses} title={number}>
                    <MiddleCut text={number || '—'} />
                  </td>
                  <td className={cellClasses} title={column}>
                    {column}
                  </td>
                  <td className={`${textClasses} text-ink-2`} title={cell.here}>
                    <span className="line-clamp-2 [overflow-wrap:anywhere]">{or(asShown(cell.here))}</span>
                  </td>
                  <td className={`${textClasses} font-medium`} title={cell.there}>
                    <span className="line-clamp-2 [overflow-wrap:anywhere]">{or(asShown(cell.there))}</span>
                  </td>
                  <td className="py-1 text-right align-top text-ink-3">{row ?? ''}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <MoreButton count={cells.length - shown} onClick={() => setShown(shown + 5 * PAGE_SIZE)} />
    </section>
  )
}
