import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { frozenEdge, GROUP_HEIGHT, GUTTER_WIDTH, HEADING_HEIGHT, type PlacedColumn } from './geometry'
import type { GridSource } from './source'

interface Props {
  columns: readonly PlacedColumn[]
  source: GridSource
  sort: ReturnType<GridSource['sort']>
  width: number
}

/** The two heading rows: groups of columns, and the columns with their sort. */
export const Header = memo(function Header({ columns, source, sort, width }: Props) {
  const t = useTranslations('grid')
  return (
    <div role="rowgroup" className="grid-head" style={{ width }}>
      <div role="row" aria-rowindex={1} className="grid-groups" style={{ height: GROUP_HEIGHT }}>
        <div
          role="columnheader"
          aria-colindex={1}
          aria-rowspan={2}
          aria-label={t('corner')}
          className="grid-corner"
          style={{ width: GUTTER_WIDTH }}
        />
        {runsOf(columns, source).map((run, i, runs) => (
          <div
            key={run.first.id}
            role="columnheader"
            aria-colindex={run.first.index + 2}
            aria-colspan={run.count}
            aria-label={run.name}
            className="grid-group"
            data-pinned={run.first.pinned || undefined}
            style={{ left: run.first.left, width: run.width }}
          >
            {/* Written once where frozen columns part a group in two. */}
            {runs[i - 1]?.group !== run.group && (
              <span style={{ left: run.first.pinned ? undefined : frozenEdge(columns) + 8 }}>{run.name}</span>
            )}
          </div>
        ))}
      </div>
      <div role="row" aria-rowindex={2} className="grid-headings" style={{ height: HEADING_HEIGHT }}>
        <div role="presentation" className="grid-corner" style={{ width: GUTTER_WIDTH }} />
        {columns.map(column => (
          <Heading
            key={column.id}
            column={column}
            source={source}
            descending={sort?.column === column.id ? sort.descending : null}
          />
        ))}
      </div>
    </div>
  )
})

/** Neighbouring columns of one group, as far as they are drawn. */
interface Run {
  readonly name: string
  readonly group: string
  readonly first: PlacedColumn
  count: number
  width: number
}

function runsOf(columns: readonly PlacedColumn[], source: GridSource): Run[] {
  const runs: Run[] = []
  for (const column of columns) {
    const here = source.columns()[column.index]
    const run = runs.at(-1)
    if (!here) continue
    const goesOn =
      run?.group === here.group &&
      run.first.pinned === column.pinned &&
      run.first.index + run.count === column.index
    if (run && goesOn) {
      run.count++
      run.width += column.width
    } else
      runs.push({
        name: source.words(here).group,
        group: here.group,
        first: column,
        count: 1,
        width: column.width,
      })
  }
  return runs
}

interface HeadingProps {
  column: PlacedColumn
  source: GridSource
  /** Null when the sheet is not sorted by this column. */
  descending: boolean | null
}

function Heading({ column, source, descending }: HeadingProps) {
  const t = useTranslations('grid')
  const here = source.columns()[column.index]
  if (!here) return null
  const { label, name } = source.words(here)
  const next = descending === null ? false : descending ? null : true
  const Icon = descending === null ? ArrowUpDown : descending ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-colindex={column.index + 2}
      aria-label={name}
      aria-required={here.required || undefined}
      aria-sort={descending === null ? 'none' : descending ? 'descending' : 'ascending'}
      className="grid-heading"
      data-heading={here.id}
      data-pinned={column.pinned || undefined}
      data-align={here.kind === 'number' || here.kind === 'integer' ? 'right' : 'left'}
      style={{ left: column.left, width: column.width }}
      title={name}
    >
      <span>{label}</span>
      {here.required && <sup aria-hidden="true">*</sup>}
      {/* Not in the tab order: keys sort by the column of the active cell. */}
      <button
        type="button"
        tabIndex={-1}
        data-sorted={descending !== null || undefined}
        aria-label={t('sortBy', { column: name })}
        aria-keyshortcuts="Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
        title={t('sortKeys', { column: name })}
        onClick={() => source.sortBy(here.id, next)}
      >
        <Icon aria-hidden="true" />
      </button>
    </div>
  )
}
