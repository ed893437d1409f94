import { arrange, bounded, type ColumnLayout, type ColumnSet, type LaidOut } from './column-layout'

// What an operator does to the columns. Each takes a layout and returns the next one; none changes what it is given.

/** @param width CSS pixels; null: as wide as the sheet has it */
export function resize(layout: ColumnLayout, id: string, width: number | null): ColumnLayout {
  const { [id]: _, ...widths } = layout.widths
  return { ...layout, widths: width === null ? widths : { ...widths, [id]: bounded(width) } }
}

/** Takes columns off the screen; the key stays whatever is asked. */
export function hide(layout: ColumnLayout, ids: readonly string[]): ColumnLayout {
  return { ...layout, hidden: [...new Set([...layout.hidden, ...ids])] }
}

/** Brings columns back that were hidden. */
export function show(layout: ColumnLayout, ids: readonly string[]): ColumnLayout {
  return { ...layout, hidden: without(layout.hidden, ids) }
}

/** Has a column stand first, among those that do already. */
export function pin(layout: ColumnLayout, id: string): ColumnLayout {
  return { ...layout, pinned: [...without(layout.pinned, [id]), id] }
}

export function unpin(layout: ColumnLayout, id: string): ColumnLayout {
  return { ...layout, pinned: without(layout.pinned, [id]) }
}

/** Folds a group away, or unfolds it. */
export function fold(layout: ColumnLayout, group: string, away: boolean): ColumnLayout {
  const folded = without(layout.folded, [group])
  return { ...layout, folded: away ? [...folded, group] : folded }
}

/** @param mattering whether only columns are shown that are required, filled or failing */
export function showMattering(layout: ColumnLayout, mattering: boolean): ColumnLayout {
  return { ...layout, mattering }
}

/**
 * Puts a column beside another one. Beside a pinned one it is pinned, beside another it is not; nothing gets before
 * the key, and the key goes nowhere.
 */
export function moveBeside(
  set: ColumnSet,
  layout: ColumnLayout,
  id: string,
  other: string,
  side: 'before' | 'after',
): ColumnLayout {
  const isKnown = (wanted: string) => set.columns.some(column => column.id === wanted)
  if (id === set.key || id === other || !isKnown(id) || !isKnown(other)) return layout
  const order = arrange(set, layout).flatMap(column => (column.id === id ? [] : [column.id]))
  const after = side === 'after' || other === set.key
  order.splice(order.indexOf(other) + (after ? 1 : 0), 0, id)
  const isPinned = other === set.key || layout.pinned.includes(other)
  return { ...(isPinned ? pin : unpin)(layout, id), order }
}

/**
 * The shown column that a move by one place goes past; undefined at the ends. Pinned columns and the others keep to
 * themselves.
 */
export function neighbour({ columns, pinned }: LaidOut, id: string, step: 1 | -1): string | undefined {
  const at = columns.findIndex(column => column.id === id)
  const to = at + step
  const isApart = at < pinned !== to < pinned
  // The key stands first, and nothing gets before it.
  return at <= 0 || to <= 0 || isApart ? undefined : columns[to]?.id
}

const without = (ids: readonly string[], gone: readonly string[]): readonly string[] =>
  ids.filter(id => !gone.includes(id))
