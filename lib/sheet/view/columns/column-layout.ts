import type { Column } from '@/lib/sheet/schema/columns'

/** Limits of the width of a column, in CSS pixels. */
export const MIN_COLUMN_WIDTH = 40
export const MAX_COLUMN_WIDTH = 800

/**
 * An operator's layout of the columns: order, widths (CSS pixels), and which are pinned, hidden, or folded with their
 * group. Only differences from the sheet are kept, by column id and name of group. Unknown ids are ignored, and columns
 * that the layout does not name keep their place in the sheet.
 */
export interface ColumnLayout {
  /** Ids from left to right; empty for the order of the sheet. */
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly hidden: readonly string[]
  /** Ids of the columns that follow the key and stay in view. */
  readonly pinned: readonly string[]
  /** Groups that show only their pinned columns. */
  readonly folded: readonly string[]
  /** Whether only required, filled or failing columns are shown. */
  readonly relevantOnly: boolean
}

/** The layout of the sheet itself. */
export const defaultLayout: ColumnLayout = {
  order: [],
  widths: {},
  hidden: [],
  pinned: [],
  folded: [],
  relevantOnly: false,
}

/**
 * The columns of a sheet; `key` is always first, pinned and shown. Only `leading`, where there is one, precedes it:
 * pinned as well, it can be hidden.
 */
export interface ColumnSet {
  readonly columns: readonly Column[]
  readonly key: string
  readonly leading?: string
}

/** Whether a column keeps its place at the left, pinned. */
export const isFixedColumn = ({ key, leading }: ColumnSet, id: string): boolean =>
  id === key || id === leading

/** The share of the visible width that pinned columns may take: the others need room to scroll. */
const MAX_PINNED_SHARE = 0.6

/** What layout depends on besides `ColumnLayout`; it is not stored. */
export interface LayoutContext {
  /** Ids of the required, filled or failing columns. */
  readonly relevant: ReadonlySet<string>
  /** Ids of columns that are shown temporarily although the layout hides them. */
  readonly revealed: ReadonlySet<string>
  /** Visible width for columns, in CSS pixels; pinned columns that do not fit come first and scroll. */
  readonly room: number
}

/** A folded group: it is shown before the shown column at position `at`, from 0; after the last one at the end. */
export interface FoldedGroup {
  readonly group: string
  readonly at: number
  /** Ids of the columns that it hides. */
  readonly columns: readonly string[]
}

/** Why a column is not shown. */
export type HiddenReason = 'hidden' | 'folded' | 'unneeded'

/** The columns on the screen from left to right, pinned ones first, with their widths. */
export interface ShownColumns {
  readonly columns: readonly Column[]
  /** How many columns do not scroll. */
  readonly pinned: number
  /** How many columns from the left are never moved: the key, and the one that precedes it. */
  readonly fixed: number
  readonly folds: readonly FoldedGroup[]
  /** Positions of shown columns before which the operator has hidden columns. */
  readonly gaps: ReadonlySet<number>
  /** The columns that are not shown, by id. */
  readonly hidden: ReadonlyMap<string, HiddenReason>
}

/** All columns in the operator's order: the leading column, the key, the pinned columns, the others. */
export function orderColumns({ columns, key, leading }: ColumnSet, layout: ColumnLayout): readonly Column[] {
  const pinned = new Set(layout.pinned)
  const place = ({ id }: Column) => (id === leading ? 0 : id === key ? 1 : pinned.has(id) ? 2 : 3)
  return inOrder(columns, layout.order).toSorted((a, b) => place(a) - place(b))
}

/** The columns that a layout shows. */
export function layOutColumns(set: ColumnSet, layout: ColumnLayout, context: LayoutContext): ShownColumns {
  const pinned = new Set([set.key, set.leading, ...layout.pinned])
  const hiddenReason = hiddenReasonOf(set, layout, context)
  const columns: Column[] = []
  const hidden = new Map<string, HiddenReason>()
  const gaps = new Set<number>()
  const folds = new Map<string, { group: string; at: number; columns: string[] }>()
  for (const column of orderColumns(set, layout)) {
    const why = hiddenReason(column)
    if (!why) columns.push(withWidth(column, layout.widths[column.id]))
    else hidden.set(column.id, why)
    if (why === 'hidden') gaps.add(columns.length)
    if (why !== 'folded') continue
    const fold = folds.get(column.group)
    if (fold) fold.columns.push(column.id)
    else folds.set(column.group, { group: column.group, at: columns.length, columns: [column.id] })
  }
  return {
    columns,
    pinned: pinnedCount(
      columns.filter(({ id }) => pinned.has(id)),
      context.room,
    ),
    fixed: columns.filter(({ id }) => isFixedColumn(set, id)).length,
    folds: [...folds.values()],
    gaps,
    hidden,
  }
}

/** How many of the pinned columns do not scroll. The first one never does, whatever its width. */
function pinnedCount(pinned: readonly Column[], room: number): number {
  let width = 0
  const over = pinned.findIndex((column, i) => {
    width += column.width
    return i > 0 && width > room * MAX_PINNED_SHARE
  })
  return over === -1 ? pinned.length : over
}

/** A column that the operator has hidden stays hidden; a folded group hides its other columns except pinned ones. */
function hiddenReasonOf({ key, leading }: ColumnSet, layout: ColumnLayout, context: LayoutContext) {
  const [hidden, pinned, folded] = [layout.hidden, layout.pinned, layout.folded].map(ids => new Set(ids))
  return ({ id, group }: Column): HiddenReason | undefined => {
    if (id === key || context.revealed.has(id)) return undefined
    if (hidden?.has(id)) return 'hidden'
    if (id === leading || pinned?.has(id)) return undefined
    if (layout.relevantOnly && !context.relevant.has(id)) return 'unneeded'
    return folded?.has(group) ? 'folded' : undefined
  }
}

/** The columns in a wanted order; a column that it does not name follows its left neighbour in the sheet. */
function inOrder(columns: readonly Column[], order: readonly string[]): readonly Column[] {
  if (order.length === 0) return columns
  const known = new Map(columns.map(column => [column.id, column]))
  const sorted = [...new Set(order)].flatMap(id => known.get(id) ?? [])
  const there = new Set(sorted)
  for (const [i, column] of columns.entries()) {
    if (there.has(column)) continue
    const before = columns[i - 1]
    sorted.splice(before ? sorted.indexOf(before) + 1 : 0, 0, column)
    there.add(column)
  }
  return sorted
}

const withWidth = (column: Column, width: number | undefined): Column =>
  width === undefined || width === column.width ? column : { ...column, width: clampWidth(width) }

/** A width that a column may have, in whole CSS pixels. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)))
