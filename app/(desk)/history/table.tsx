import type { ReactNode } from 'react'
import { cellClasses } from '@/app/(desk)/drafts/cell-classes'
import { classes } from '@/components/ui/classes'

/** A column of a table of the history: its heading and its width, as a class of Tailwind; the widest has none. */
export interface TableColumn {
  readonly id: string
  readonly heading: ReactNode
  readonly width?: string
}

interface Props {
  label: string
  columns: readonly TableColumn[]
  /** Below this width the table scrolls by itself; a class of Tailwind. */
  minWidth: string
  /** Rows. */
  children: ReactNode
}

/** A table as all pages of the history show theirs. */
export function Table({ label, columns, minWidth, children }: Props) {
  return (
    <div className="shrink-0 overflow-x-auto">
      <table
        aria-label={label}
        className={classes('w-full table-fixed border-separate border-spacing-0', minWidth)}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} className={width} />
          ))}
        </colgroup>
        <thead>
          <tr className="text-left text-ink-2 text-xs">
            {columns.map(({ id, heading }) => (
              <th key={id} scope="col" className={classes(cellClasses, 'h-8 bg-panel font-medium')}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
