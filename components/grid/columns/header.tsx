import { memo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import {
  frozenEdge,
  GROUP_HEIGHT,
  GUTTER_WIDTH,
  HEADING_HEIGHT,
  type PlacedColumn,
} from '@/components/grid/geometry/geometry'
import type { Selection } from '@/components/grid/select/selection'
import type { FoldedGroup, GridSource } from '@/components/grid/source'
import { runsOf } from './column-runs'
import { GroupHeading } from './group-heading'
import { Heading, type HeadingHandlers } from './heading'
import { wholeColumns } from './whole-columns'

interface Props {
  columns: readonly PlacedColumn[]
  folds: readonly FoldedGroup[]
  source: GridSource
  selection: Selection
  sort: ReturnType<GridSource['sort']>
  width: number
  /** Whether parts that show only under the pointer are rendered. */
  isSettled: boolean
  handlers: HeadingHandlers
}

/** The two heading rows: groups of columns, and the columns with their sort and their menus. */
export const Header = memo(function Header(props: Props) {
  const { columns, folds, source, selection, sort, width, isSettled, handlers } = props
  const t = useTranslations('grid')
  const tMenu = useTranslations('columnsMenu')
  const edge = frozenEdge(columns)
  const read = () => wholeColumns(selection)
  const chosen = new Set(useSyncExternalStore(selection.subscribe, read, read).split(','))
  return (
    <div role="rowgroup" className="grid-head" style={{ width }}>
      <div role="row" aria-rowindex={1} className="grid-groups" style={{ height: GROUP_HEIGHT }}>
        <div
          role="columnheader"
          aria-colindex={1}
          aria-rowspan={2}
          className="grid-corner"
          style={{ width: GUTTER_WIDTH }}
          data-corner
        >
          <span className="sr-only">{t('corner')}</span>
        </div>
        {runsOf(columns, source, folds).map(run => (
          <GroupHeading key={run.first.id} run={run} source={source} edge={edge} />
        ))}
      </div>
      <div role="row" aria-rowindex={2} className="grid-headings" style={{ height: HEADING_HEIGHT }}>
        <div role="presentation" className="grid-corner" style={{ width: GUTTER_WIDTH }} data-corner />
        {columns.map(column => (
          <Heading
            key={column.id}
            t={t}
            tMenu={tMenu}
            column={column}
            source={source}
            descending={sort?.column === column.id ? sort.descending : null}
            isChosen={chosen.has(String(column.index))}
            isAfterGap={source.layout.isAfterGap(column.index)}
            isRevealed={source.layout.isRevealed(column.id)}
            isSettled={isSettled}
            handlers={handlers}
          />
        ))}
      </div>
    </div>
  )
})
