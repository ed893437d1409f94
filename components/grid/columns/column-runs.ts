import type { PlacedColumn } from '@/components/grid/geometry/geometry'
import type { FoldedGroup, GridSource } from '@/components/grid/source'

/** Painted neighbouring columns of one group. */
export interface ColumnRun {
  readonly name: string
  readonly group: string
  readonly first: PlacedColumn
  /** Whether the previous run is of the same group, and has its name. */
  readonly isContinuation: boolean
  count: number
  width: number
  /** Folded groups after its last column. */
  folds: readonly FoldedGroup[]
}

/** The runs of the painted columns. A folded group and the edge of the pinned columns end a run. */
export function runsOf(
  columns: readonly PlacedColumn[],
  source: GridSource,
  folds: readonly FoldedGroup[],
): ColumnRun[] {
  const all = source.columns()
  const runs: ColumnRun[] = []
  for (const column of columns) {
    const here = all[column.index]
    if (!here) continue
    const last = runs.at(-1)
    const isNext =
      last?.group === here.group &&
      last.folds.length === 0 &&
      last.first.pinned === column.pinned &&
      last.first.index + last.count === column.index
    const run = isNext && last ? last : begin(source.words(here).group, here.group, column, last)
    if (run !== last) runs.push(run)
    run.count++
    run.width += column.width
    run.folds = folds.filter(fold => fold.at === column.index + 1)
  }
  return runs
}

const begin = (
  name: string,
  group: string,
  first: PlacedColumn,
  before: ColumnRun | undefined,
): ColumnRun => ({
  name,
  group,
  first,
  isContinuation: before?.group === group,
  count: 0,
  width: 0,
  folds: [],
})
