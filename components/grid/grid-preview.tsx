'use client'
import './grid.css'
import { type ComponentProps, useId, useMemo, useRef } from 'react'
import { Header } from './columns/header'
import { useWindow } from './geometry/use-window'
import { Body } from './paint/body'
import { useTextWidths } from './paint/use-text-widths'
import { Selection } from './select/selection'
import type { GridSource } from './source'

interface Props {
  /** The lines that are already there, from the first one on. */
  source: GridSource
  label: string
  /** Lines of the whole sheet: the scroll bar has its final size. */
  lineCount: number
}

const nothing = () => undefined
const handlers: ComponentProps<typeof Header>['handlers'] = {
  resize: { onDown: nothing, onMove: nothing, onUp: nothing, onCancel: nothing },
  onGrab: nothing,
  onFit: nothing,
}

/** The first lines of a sheet that is still loading, painted as the grid paints them. They can only be looked at. */
export function GridPreview({ source, label, lineCount }: Props) {
  const grid = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = source.rows()
  // No cell is active or selected.
  const selection = useMemo(
    () =>
      new Selection({
        rows: () => [],
        columns: source.columns,
        indexOf: () => -1,
        activate: () => {},
        sort: () => null,
      }),
    [source],
  )
  const drawn = useWindow(source, lineCount, -1, scroller)
  const widths = useTextWidths()
  return (
    <div className="grid-root" inert>
      <div
        ref={scroller}
        className="grid-scroller"
        role="grid"
        aria-label={label}
        aria-busy="true"
        aria-rowcount={lineCount + 2}
        aria-colcount={source.columns().length + 1}
      >
        <Header
          columns={drawn.columns}
          folds={source.layout.folds()}
          source={source}
          selection={selection}
          sort={null}
          width={drawn.width}
          isSettled={drawn.isSettled}
          handlers={handlers}
        />
        <Body
          grid={grid}
          source={source}
          selection={selection}
          rows={rows}
          active={0}
          drawn={drawn}
          widths={widths}
          messages={null}
        />
      </div>
    </div>
  )
}
