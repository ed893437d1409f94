import type { LineView } from '@/lib/sheet/line-view'

/** What a cell shows: its text, or nothing where the order shows it further up already. */
export const shownText = (view: LineView, column: string): string =>
  view.hidden.has(column) ? '' : (view.texts[column] ?? '')
