'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod'
import { Grid, type GridHandle } from '@/components/grid/grid'
import { createGridSource } from '@/components/workbench/grid-source'
import { ownLayout } from '@/lib/sheet/column-layout'
import { ColumnView } from '@/lib/sheet/column-view'
import type { Column } from '@/lib/sheet/columns'
import type { Line } from '@/lib/sheet/draft'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'

type Row = Readonly<Record<string, string>>

declare global {
  interface Window {
    /** Given by the runner before the page's scripts. */
    __data?: { readonly columns: readonly { readonly key: string; readonly title: string }[] }
    __rig?: {
      load(rows: readonly Row[]): void
      ready(): boolean
      scrollTo(row: number): void
      focusCell(row: number, column: number): void
      value(row: number, column: number): string
      rows(): number
      caps: { cells: string; paste: boolean }
    }
  }
}

/** The product's grid and workbook over columns of plain text, driven by `window.__rig`. */
export function Rig() {
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  const workbook = useMemo(() => rows && openWorkbook(rows), [rows])
  const source = useMemo(() => workbook && createGridSource(workbook, plainColumns(workbook), words, () => {}, () => {}), [workbook])
  const grid = useRef<GridHandle>(null)

  useEffect(() => {
    const columns = columnsOfData()
    const at = (row: number, column: number) => ({
      line: workbook?.visible[row] ?? '',
      column: columns[column]?.id ?? '',
    })
    window.__rig = {
      load: setRows,
      ready: () => document.querySelector('[role=gridcell]:not(:empty)') !== null,
      scrollTo: row => {
        const scroller = document.querySelector('[role=grid]')
        if (scroller) scroller.scrollTop = row * 28
      },
      focusCell: (row, column) => grid.current?.goTo(at(row, column)),
      value: (row, column) => workbook?.text(at(row, column)) ?? '',
      rows: () => workbook?.visible.length ?? 0,
      caps: { cells: '[role="gridcell"]', paste: true },
    }
  }, [workbook])

  if (!source) return null
  return (
    <div className="flex h-dvh">
      <Grid ref={grid} source={source} label="Lading" />
    </div>
  )
}

/** Columns as the runner has them, the first one frozen. */
function plainColumns({ sheet: { columns } }: Workbook): ColumnView {
  return new ColumnView({ columns, key: columns[0]?.id ?? '' }, ownLayout, () => new Set())
}

function openWorkbook(rows: readonly Row[]): Workbook {
  const columns = columnsOfData()
  const sheet = { ...sheets['orders/japan'], record: z.object({}), columns, key: 'mallOrderNumber' }
  const lines: Line[] = rows.map((texts, i) => ({ id: `r${i}`, rank: i, texts }))
  const workbook = new Workbook(sheet, lines)
  workbook.defer = work => setTimeout(work, 0)
  return workbook
}

const columnsOfData = (): Column[] =>
  (window.__data?.columns ?? []).map(({ key }) => ({
    id: key,
    path: [key],
    scope: 'item',
    group: 'item',
    kind: 'text',
    required: false,
    url: false,
    width: 120,
    example: '',
  }))

const titleOf = (column: Column): string =>
  window.__data?.columns.find(known => known.key === column.id)?.title ?? column.id

const words = {
  column: (column: Column) => ({ label: titleOf(column), name: titleOf(column), group: '' }),
  sentence: () => '',
  sign: () => '',
  tip: () => null,
  help: { finder: () => undefined, note: () => null, link: () => undefined },
  said: () => '',
}
