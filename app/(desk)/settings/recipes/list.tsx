'use client'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cellClasses as cell } from '@/app/(desk)/settings/moment'
import { Button } from '@/components/ui/button'
import { buttonClasses } from '@/components/ui/button-classes'
import { classes } from '@/components/ui/classes'
import type { SheetId } from '@/lib/sheet/sheets'
import { NameField } from './name-field'

/** A recipe as the page lists it. Times are ISO 8601. */
export interface RecipeRow {
  readonly id: string
  readonly name: string
  readonly sheet: SheetId
  readonly by: string
  readonly updatedAt: string
  readonly lastUsedAt: string | null
  readonly uses: number
  /** How many headings it knows. */
  readonly headings: number
  /** Whether it maps no columns, and only keeps what statuses mean. */
  readonly isOnlyStatuses: boolean
  /** False where a newer release wrote it. */
  readonly isReadable: boolean
}

interface Props {
  rows: readonly RecipeRow[]
  mayEdit: boolean
  onDrop: (row: RecipeRow) => void
}

/** All recipes, one a line. */
export function RecipeList({ rows, ...rest }: Props) {
  const say = useTranslations('intake.recipes')
  return (
    <div className="overflow-x-auto">
      <table
        aria-label={say('title')}
        className="w-full min-w-200 table-fixed border-separate border-spacing-0 border-line-soft border-t"
      >
        <colgroup>
          <col />
          <col className="w-34" />
          <col className="w-27" />
          <col className="w-38" />
          <col className="w-36" />
          <col className="w-50" />
        </colgroup>
        <thead>
          <tr className="text-left text-ink-2 text-xs">
            {(['name', 'sheet', 'headings', 'kept', 'used'] as const).map(column => (
              <th key={column} scope="col" className={classes(cell, 'h-8 bg-panel font-medium')}>
                {say(`head.${column}`)}
              </th>
            ))}
            <td className={classes(cell, 'bg-panel')} />
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row.id} row={row} {...rest} />
          ))}
          {rows.length === 0 && (
            <tr className="h-12">
              <td colSpan={6} className={classes(cell, 'whitespace-normal text-ink-2')}>
                {say('none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, mayEdit, onDrop }: { row: RecipeRow } & Omit<Props, 'rows'>) {
  const say = useTranslations('intake.recipes')
  const sheets = useTranslations('workbench.sheets')
  const format = useFormatter()
  const [isNamed, setNamed] = useState(false)
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium' })
  return (
    <tr className="h-9">
      <th scope="row" className={classes(cell, 'truncate text-left font-medium')}>
        {isNamed ? (
          <NameField id={row.id} name={row.name} onEnd={() => setNamed(false)} />
        ) : (
          <span title={row.name}>{row.name}</span>
        )}
      </th>
      <td className={cell}>{sheets(row.sheet)}</td>
      <td className={cell}>
        {row.isReadable ? (
          say(row.isOnlyStatuses ? 'statuses' : 'columns', { count: row.headings })
        ) : (
          <span className="text-warn">{say('newer')}</span>
        )}
      </td>
      <td className={classes(cell, 'truncate')}>
        {day(row.updatedAt)} <span className="text-ink-2">{row.by}</span>
      </td>
      <td className={cell}>
        {row.lastUsedAt === null ? (
          <span className="text-ink-3">{say('never')}</span>
        ) : (
          say('uses', { count: row.uses, day: day(row.lastUsedAt) })
        )}
      </td>
      <td className={classes(cell, 'text-right')}>
        <span className="inline-flex gap-1">
          {row.isReadable && (
            <a
              href={`/settings/recipes/${row.id}/file`}
              download
              aria-label={say('exportOf', { name: row.name })}
              className={buttonClasses('quiet', 'small')}
            >
              {say('export')}
            </a>
          )}
          {mayEdit && (
            <>
              <Button
                variant="quiet"
                size="small"
                aria-label={say('renameOf', { name: row.name })}
                onClick={() => setNamed(true)}
              >
                {say('rename')}
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={say('dropOf', { name: row.name })}
                onClick={() => onDrop(row)}
              >
                {say('delete')}
              </Button>
            </>
          )}
        </span>
      </td>
    </tr>
  )
}
