import {
  type ColumnLayout,
  type ColumnSet,
  clampWidth,
  isFixedColumn,
  orderColumns,
  type ShownColumns,
} from './column-layout'

// Changes of the column layout by an operator. Each function takes a layout and returns a new one.

/** @param width CSS pixels; null for the width of the sheet */
export function resizeColumn(layout: ColumnLayout, id: string, width: number | null): ColumnLayout {
  const { [id]: _, ...widths } = layout.widths
  return { ...layout, widths: width === null ? widths : { ...widths, [id]: clampWidth(width) } }
}

/** Hides columns; the key is always shown. */
export function hideColumns(layout: ColumnLayout, ids: readonly string[]): ColumnLayout {
  return { ...layout, hidden: [...new Set([...layout.hidden, ...ids])] }
}

/** Shows columns that were hidden. */
export function showColumns(layout: ColumnLayout, ids: readonly string[]): ColumnLayout {
  return { ...layout, hidden: without(layout.hidden, ids) }
}

/** Pins a column behind the columns that are pinned already. */
export function pinColumn(layout: ColumnLayout, id: string): ColumnLayout {
  return { ...layout, pinned: [...without(layout.pinned, [id]), id] }
}

/** Moves a column from the pinned ones back to its place among the others. */
export function unpinColumn(layout: ColumnLayout, id: string): ColumnLayout {
  return { ...layout, pinned: without(layout.pinned, [id]) }
}

/** Folds or unfolds a group. */
export function foldGroup(layout: ColumnLayout, group: string, isFolded: boolean): ColumnLayout {
  const folded = without(layout.folded, [group])
  return { ...layout, folded: isFolded ? [...folded, group] : folded }
}

/** @param relevantOnly whether only required, filled or failing columns are shown */
export function showRelevantOnly(layout: ColumnLayout, relevantOnly: boolean): ColumnLayout {
  return { ...layout, relevantOnly }
}

/**
 * Moves a column beside another one. Beside a pinned column it becomes pinned, beside another it does not; no column
 * goes before the key, and neither the key nor the column before it moves.
 */
export function moveColumn(
  set: ColumnSet,
  layout: ColumnLayout,
  id: string,
  other: string,
  side: 'before' | 'after',
): ColumnLayout {
  const isKnown = (wanted: string) => set.columns.some(column => column.id === wanted)
  if (isFixedColumn(set, id) || id === other || !isKnown(id) || !isKnown(other)) return layout
  const order = orderColumns(set, layout).flatMap(column => (column.id === id ? [] : [column.id]))
  const isFirst = isFixedColumn(set, other)
  order.splice(order.indexOf(other) + (side === 'after' || isFirst ? 1 : 0), 0, id)
  const isPinned = isFirst || layout.pinned.includes(other)
  return { ...(isPinned ? pinColumn : unpinColumn)(layout, id), order }
}

/**
 * The shown column that a column passes when it moves by one place; undefined at the ends. Pinned columns do not pass
 * the others.
 */
export function neighbourColumn(
  { columns, pinned, fixed }: ShownColumns,
  id: string,
  step: 1 | -1,
): string | undefined {
  const at = columns.findIndex(column => column.id === id)
  const to = at + step
  const crossesPinnedEdge = at < pinned !== to < pinned
  // No column goes before the key.
  return at < fixed || to < fixed || crossesPinnedEdge ? undefined : columns[to]?.id
}

const without = (ids: readonly string[], gone: readonly string[]): readonly string[] =>
  ids.filter(id => !gone.includes(id))
