'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Grid } from '@/components/grid/grid'
import type { GridHandle } from '@/components/grid/handle'
import { loadFonts } from '@/components/grid/paint/use-text-widths'
import { createGridSource } from '@/components/workbench/source/grid-source'
import { judgeAfterPaint, judgeBeforePaint } from '@/components/workbench/source/start-judging'
import { scheduleTask } from '@/components/workbench/tasks/schedule-task'
import { valueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { defaultLayout } from '@/lib/sheet/view/columns/column-layout'
import { ColumnView } from '@/lib/sheet/view/columns/column-view'
import { Workbook } from '@/lib/sheet/workbook/workbook'
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
 * The product's grid and workbook, driven by `window.__rig`: with columns of plain text, as every other grid has them,
 * or, with `?checked`, with those of the contract. In the second case a value counts as shown once every change is
 * judged.
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

  // As while a draft's lines are loading.
  useEffect(() => loadFonts(plainColumns().map(titleOf).join('')), [])
  useEffect(() => {
    loadSheet().then(setSheet)
  }, [])
  useEffect(() => {
    if (!sheet?.check || !workbook) return
    judgeBeforePaint(workbook)
    return judgeAfterPaint(workbook)
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

/** The runner's columns, the first one frozen. */
function columnsOf({ sheet: { columns } }: Workbook): ColumnView {
  return new ColumnView({ columns, key: columns[0]?.id ?? '' }, defaultLayout, () => new Set())
}

async function loadSheet(): Promise<Sheet> {
  if (new URLSearchParams(window.location.search).has('checked')) {
    return (await import('./checked-sheet')).checkedSheet()
  }
  return {
    id: 'orders/japan',
    recordType: 'order',
    contractFailures: () => [],
    columns: plainColumns(),
    key: 'mallOrderNumber',
    lines: ['items'],
    register: 'registerJapanOrders',
    sample: () => [],
  }
}

function openWorkbook(sheet: Sheet, rows: readonly Row[]): Workbook {
  const workbook = new Workbook(sheet, linesOf(rows))
  workbook.scheduleTask = scheduleTask
  return workbook
}

const words = {
  language: 'en',
  column: (column: Column) => ({ label: titleOf(column), name: titleOf(column), group: '' }),
  headingNames: (column: Column) => [titleOf(column)],
  sentence: () => '',
  sentences: () => [],
  original: () => undefined,
  withOriginal: () => '',
  sign: () => '',
  tip: () => null,
  origin: () => '',
  help: {
    finder: () => undefined,
    display: (column: Column) => valueDisplay(column, 'en'),
    note: () => null,
    link: () => undefined,
  },
  becameCodes: () => '',
  message: () => '',
}
