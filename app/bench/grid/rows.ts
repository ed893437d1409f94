import { plainColumn } from '@/components/grid/plain-column'
import type { Column } from '@/lib/sheet/columns'

/** A line as the runner gives it: texts by column. */
export type Row = Readonly<Record<string, string>>

declare global {
  interface Window {
    /** Given by the runner before the page's scripts. */
    __data?: { readonly columns: readonly { readonly key: string; readonly title: string }[] }
  }
}

/** The runner's columns, all of plain text. */
export const plainColumns = (): Column[] =>
  (window.__data?.columns ?? []).map(({ key }) => plainColumn(key, 120))

export const titleOf = (column: Column): string =>
  window.__data?.columns.find(known => known.key === column.id)?.title ?? column.id
