'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Grid, type GridHandle } from '@/components/grid/grid'
import { openFonts } from '@/components/grid/use-text-widths'
import { beginAtOnce, beginSoon } from '@/components/workbench/begin-soon'
import { createGridSource } from '@/components/workbench/grid-source'
import { soon } from '@/components/workbench/soon'
import { ownLayout } from '@/lib/sheet/column-layout'
import { ColumnView } from '@/lib/sheet/column-view'
import type { Column } from '@/lib/sheet/columns'
import type { Sheet } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { linesOf, plainColumns, type Row, titleOf } from './rows'

declare global {
  interface Window {
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

/**
 * The product's grid and workbook, driven by `window.__rig`: over columns of plain text as every peer has them, or,
 * with `?checked`, over those of the contract. Then a value counts as there once all that changed is judged.
 */
export function Rig() {
  const [sheet, setSheet] = useState<Sheet>()
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  const workbook = useMemo(() => (rows && sheet ? openWorkbook(sheet, rows) : null), [rows, sheet])
  const source = useMemo(
    () =>
      workbook &&
      createGridSource(
        workbook,
        columnsOf(workbook),
        words,
        () => {},
        () => {},
      ),
    [workbook],
  )
  const grid = useRef<GridHandle>(null)

  // As where a draft's lines are fetched.
  useEffect(() => openFonts(plainColumns().map(titleOf).join('')), [])
  useEffect(() => {
    loadSheet().then(setSheet)
  }, [])
  useEffect(() => {
    if (!sheet?.check || !workbook) return
    beginAtOnce(workbook)
    return beginSoon(workbook)
  }, [workbook, sheet])
  useEffect(() => {
    if (!sheet) return
    const at = (row: number, column: number) => ({
      line: workbook?.visible[row] ?? '',
      column: sheet.columns[column]?.id ?? '',
    })
    window.__rig = {
      load: setRows,
      ready: () => document.querySelector('[role=gridcell]:not(:empty)') !== null,
      scrollTo: row => {
        const scroller = document.querySelector('[role=grid]')
        if (scroller) scroller.scrollTop = row * 28
      },
      focusCell: (row, column) => grid.current?.goTo(at(row, column)),
      value: (row, column) =>
        workbook && !(sheet.check && workbook.isJudging) ? workbook.text(at(row, column)) : '',
      rows: () => workbook?.visible.length ?? 0,
      caps: { cells: '[role="gridcell"]', paste: true },
    }
  }, [workbook, sheet])

  if (!source) return null
  return (
    <div className="flex h-dvh">
      <Grid ref={grid} source={source} label="Lading" />
    </div>
  )
}

/** Columns as the runner has them, the first one frozen. */
function columnsOf({ sheet: { columns } }: Workbook): ColumnView {
  return new ColumnView({ columns, key: columns[0]?.id ?? '' }, ownLayout, () => new Set())
}

async function loadSheet(): Promise<Sheet> {
  if (new URLSearchParams(window.location.search).has('checked')) {
    return (await import('./checked-sheet')).checkedSheet()
  }
  return {
    id: 'orders/japan',
    noun: 'order',
    refuse: () => [],
    columns: plainColumns(),
    key: 'mallOrderNumber',
    lines: ['items'],
    register: 'registerJapanOrders',
    sample: () => [],
  }
}

function openWorkbook(sheet: Sheet, rows: readonly Row[]): Workbook {
  const workbook = new Workbook(sheet, linesOf(rows))
  workbook.defer = soon
  return workbook
}

const words = {
  column: (column: Column) => ({ label: titleOf(column), name: titleOf(column), group: '' }),
  sentence: () => '',
  sign: () => '',
  tip: () => null,
  origin: () => '',
  help: { finder: () => undefined, note: () => null, link: () => undefined },
  said: () => '',
}
