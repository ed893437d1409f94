'use client'
import { useRef, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { cellClasses as cell } from '@/app/(desk)/drafts/cell-classes'
import { When } from '@/app/(desk)/history/times'
import { Button } from '@/components/ui/button'
import { Foreign } from '@/components/ui/foreign'
import { useToast } from '@/components/ui/toast'
import type { SheetId } from '@/lib/sheet/sheets'
import { isolated } from '@/lib/words/isolated'
import { dropField } from './actions'

/** What a service calls a column, with the column's name. */
export interface FieldRow {
  readonly connectionId: string
  readonly connection: string
  readonly sheet: SheetId
  readonly field: string
  readonly column: string
  readonly by: string
  /** ISO 8601. */
  readonly at: string
}

/** All of these names; each can be forgotten. */
export function FieldList({ rows, mayEdit }: { rows: readonly FieldRow[]; mayEdit: boolean }) {
  const say = useTranslations('settings.fieldNames')
  const sheetNames = useTranslations('workbench.sheets')
  const { say: announce } = useToast()
  const [isBusy, start] = useTransition()
  const table = useRef<HTMLTableElement>(null)
  if (rows.length === 0) return <p className="max-w-160 p-3.5 text-ink-2">{say('empty')}</p>
  const drop = ({ connectionId, sheet, field }: FieldRow) =>
    start(async () => {
      const outcome = await dropField({ connectionId, sheet, field })
      announce(outcome.ok ? say('dropped', { field: isolated(field) }) : outcome.problem.message)
      table.current?.focus()
    })
  return (
    <div className="overflow-x-auto">
      <table
        ref={table}
        tabIndex={-1}
        aria-label={say('title')}
        className="w-full min-w-200 table-fixed border-separate border-spacing-0 outline-none"
      >
        <colgroup>
          <col />
          <col />
          <col className="w-40" />
          <col className="w-40" />
          <col className="w-36" />
          <col className="w-32" />
          {mayEdit && <col className="w-28" />}
        </colgroup>
        <thead>
          <tr className="text-left text-ink-2 text-xs">
            {(['field', 'column', 'sheet', 'connection', 'by', 'at'] as const).map(column => (
              <th key={column} scope="col" className={`${cell} h-8 bg-panel font-medium`}>
                {say(`columns.${column}`)}
              </th>
            ))}
            {mayEdit && <td className={`${cell} bg-panel`} />}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={`${row.connectionId} ${row.sheet} ${row.field}`} className="h-11 hover:bg-panel">
              <th scope="row" className={`${cell} truncate text-left font-medium`} title={row.field}>
                <Foreign text={row.field} />
              </th>
              <td className={`${cell} truncate`}>{row.column}</td>
              <td className={`${cell} truncate text-ink-2`}>{sheetNames(row.sheet)}</td>
              <td className={`${cell} truncate text-ink-2`}>{row.connection}</td>
              <td className={`${cell} truncate text-ink-2`}>{row.by}</td>
              <td className={`${cell} text-ink-2`}>
                <When at={row.at} />
              </td>
              {mayEdit && (
                <td className={`${cell} text-right`}>
                  <Button
                    size="small"
                    variant="quiet"
                    disabled={isBusy}
                    focusableWhenDisabled
                    aria-label={say('dropOf', { field: isolated(row.field) })}
                    onClick={() => drop(row)}
                  >
                    {say('drop')}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
