import type { Column } from './columns'

/** The narrowest and the widest that a column gets, in CSS pixels. */
export const NARROWEST = 40
export const WIDEST = 800

/**
 * How an operator wants the columns of a sheet: their order, widths (CSS pixels), and which stand first, are away, or
 * are folded with their group. Only what differs from the sheet is kept, by id and by name of group; ids that the
 * sheet does not know are passed over, and columns that this does not know stand where the sheet has them.
 */
export interface ColumnLayout {
  /** Ids from left to right; empty: the sheet's own order. */
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly hidden: readonly string[]
  /** Stand first beside the key, and stay in view. */
  readonly pinned: readonly string[]
  /** Groups of which only the pinned columns are shown. */
  readonly folded: readonly string[]
  /** Whether only columns are shown that are required, filled or failing. */
  readonly mattering: boolean
}

/** Columns as the sheet has them. */
export const ownLayout: ColumnLayout = {
  order: [],
  widths: {},
  hidden: [],
  pinned: [],
  folded: [],
  mattering: false,
}

/** The columns of a sheet; `key` always stands first, is pinned, and is never away. */
export interface ColumnSet {
  readonly columns: readonly Column[]
  readonly key: string
}

/** Of what is in view, so much may stand still at most: the others need room to pass by. */
const STANDING_STILL = 0.6

/** What is known beside the layout, and is not kept with it. */
export interface Look {
  /** Ids of the columns that are required, filled or failing. */
  readonly mattering: ReadonlySet<string>
  /** Ids of columns that are shown for now although the layout has them away. */
  readonly revealed: ReadonlySet<string>
  /** CSS pixels that columns have in view; pinned ones that are too wide for it stand first, and move. */
  readonly room: number
}

/** A folded group: it stands before the shown column at position `at`, from 0; past the last one when at the end. */
export interface Fold {
  readonly group: string
  readonly at: number
  /** Ids of the columns that are away with it. */
  readonly columns: readonly string[]
}

/** Why a column is not on the screen. */
export type Absence = 'hidden' | 'folded' | 'unneeded'

/** What is on the screen: columns left to right, pinned ones first, with their widths. */
export interface LaidOut {
  readonly columns: readonly Column[]
  /** How many of them stand still. */
  readonly pinned: number
  readonly folds: readonly Fold[]
  /** Positions of the shown columns before which the operator has hidden some. */
  readonly gaps: ReadonlySet<number>
  /** The others. */
  readonly away: ReadonlyMap<string, Absence>
}

/** Every column exactly once, in the operator's order: the key, the pinned ones, the others. */
export function arrange({ columns, key }: ColumnSet, layout: ColumnLayout): readonly Column[] {
  const pinned = new Set(layout.pinned)
  const place = ({ id }: Column) => (id === key ? 0 : pinned.has(id) ? 1 : 2)
  return inOrder(columns, layout.order).toSorted((a, b) => place(a) - place(b))
}

/** What of the columns is shown under a layout. */
export function layOut(set: ColumnSet, layout: ColumnLayout, look: Look): LaidOut {
  const pinned = new Set([set.key, ...layout.pinned])
  const absence = absenceOf(set, layout, look)
  const columns: Column[] = []
  const away = new Map<string, Absence>()
  const gaps = new Set<number>()
  const folds = new Map<string, { group: string; at: number; columns: string[] }>()
  for (const column of arrange(set, layout)) {
    const why = absence(column)
    if (!why) columns.push(withWidth(column, layout.widths[column.id]))
    else away.set(column.id, why)
    if (why === 'hidden') gaps.add(columns.length)
    if (why !== 'folded') continue
    const fold = folds.get(column.group)
    if (fold) fold.columns.push(column.id)
    else folds.set(column.group, { group: column.group, at: columns.length, columns: [column.id] })
  }
  return {
    columns,
    pinned: standingStill(
      columns.filter(({ id }) => pinned.has(id)),
      look.room,
    ),
    folds: [...folds.values()],
    gaps,
    away,
  }
}

/** The key does always, whatever its width. */
function standingStill(pinned: readonly Column[], room: number): number {
  let width = 0
  const over = pinned.findIndex((column, i) => {
    width += column.width
    return i > 0 && width > room * STANDING_STILL
  })
  return over === -1 ? pinned.length : over
}

/** What is hidden by the operator's own hand stays so; a folded group hides what is left of it, save what is pinned. */
function absenceOf({ key }: ColumnSet, layout: ColumnLayout, look: Look) {
  const [hidden, pinned, folded] = [layout.hidden, layout.pinned, layout.folded].map(ids => new Set(ids))
  return ({ id, group }: Column): Absence | undefined => {
    if (id === key || look.revealed.has(id)) return undefined
    if (hidden?.has(id)) return 'hidden'
    if (pinned?.has(id)) return undefined
    if (layout.mattering && !look.mattering.has(id)) return 'unneeded'
    return folded?.has(group) ? 'folded' : undefined
  }
}

/** Known ids in the order that is wanted; a column that it does not name follows the one that it follows in the sheet. */
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
  width === undefined || width === column.width ? column : { ...column, width: bounded(width) }

/** A width that a column may have, in whole CSS pixels. */
export const bounded = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
