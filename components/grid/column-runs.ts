import type { FoldedGroup } from './column-controls'
import type { PlacedColumn } from './geometry'
import type { GridSource } from './source'

/** Neighbouring columns of one group, as far as they are drawn. */
export interface Run {
  readonly name: string
  readonly group: string
  readonly first: PlacedColumn
  /** Whether the run before it is of the same group, which then says its name. */
  readonly goesOn: boolean
  count: number
  width: number
  /** Folded groups that stand behind its last column. */
  folds: readonly FoldedGroup[]
}

/** The runs of the columns that are drawn; one ends where a folded group or the edge of the pinned columns parts it. */
export function runsOf(
  columns: readonly PlacedColumn[],
  source: GridSource,
  folds: readonly FoldedGroup[],
): Run[] {
  const all = source.columns()
  const runs: Run[] = []
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

const begin = (name: string, group: string, first: PlacedColumn, before: Run | undefined): Run => ({
  name,
  group,
  first,
  goesOn: before?.group === group,
  count: 0,
  width: 0,
  folds: [],
})
