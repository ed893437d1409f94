import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { GROUP_HEIGHT, GUTTER_WIDTH, HEADING_HEIGHT, type PlacedColumn } from './geometry'
import type { GridSource } from './source'

interface Props {
  columns: readonly PlacedColumn[]
  source: GridSource
  width: number
}

/** The two heading rows: groups of columns, and the columns with their sort. */
export function Header({ columns, source, width }: Props) {
  return (
    <div role="rowgroup" className="grid-head" style={{ width }}>
      <div role="row" aria-rowindex={1} className="grid-groups" style={{ height: GROUP_HEIGHT }}>
        <div role="columnheader" aria-colindex={1} className="grid-corner" style={{ width: GUTTER_WIDTH }} />
        {columns.map((column, i) => (
          <Group key={column.id} column={column} source={source} before={columns[i - 1]} />
        ))}
      </div>
      <div role="row" aria-rowindex={2} className="grid-headings" style={{ height: HEADING_HEIGHT }}>
        <div role="columnheader" aria-colindex={1} className="grid-corner" style={{ width: GUTTER_WIDTH }} />
        {columns.map(column => (
          <Heading key={column.id} column={column} source={source} />
        ))}
      </div>
    </div>
  )
}

/** A group's name stands over its first column in view and runs on over the others. */
function Group({
  column,
  source,
  before,
}: {
  column: PlacedColumn
  source: GridSource
  before: PlacedColumn | undefined
}) {
  const here = source.columns[column.index]
  const left = before && source.columns[before.index]
  const starts = here?.group !== left?.group
  return (
    <div
      role="columnheader"
      aria-colindex={column.index + 2}
      className="grid-group"
      data-starts={starts || undefined}
      data-pinned={column.pinned || undefined}
      style={{ left: column.left, width: column.width }}
    >
      {starts && here ? <span>{source.words(here).group}</span> : null}
    </div>
  )
}

function Heading({ column, source }: { column: PlacedColumn; source: GridSource }) {
  const t = useTranslations('grid')
  const here = source.columns[column.index]
  if (!here) return null
  const { label, name } = source.words(here)
  const sort = source.sort()
  const sorted = sort?.column === here.id ? sort : null
  const next = sorted === null ? false : sorted.descending ? null : true
  const Icon = sorted === null ? ArrowUpDown : sorted.descending ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-colindex={column.index + 2}
      aria-label={name}
      aria-sort={sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending'}
      className="grid-heading"
      data-heading={here.id}
      data-pinned={column.pinned || undefined}
      data-align={here.kind === 'number' || here.kind === 'integer' ? 'right' : 'left'}
      style={{ left: column.left, width: column.width }}
      title={name}
    >
      <span>{label}</span>
      {here.required && <sup aria-hidden="true">*</sup>}
      <button
        type="button"
        tabIndex={-1}
        data-sorted={sorted !== null || undefined}
        aria-label={t('sortBy', { column: name })}
        onClick={() => source.sortBy(here.id, next)}
      >
        <Icon aria-hidden="true" />
      </button>
    </div>
  )
}
